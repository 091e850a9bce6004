// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: takes the locale of the environment before main(), which tests do not.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void take_locale(void)
{
    if (!setlocale(LC_ALL, "")) {
        fputs("the locale of the environment is missing\n", stderr);
        abort();
    }
}
