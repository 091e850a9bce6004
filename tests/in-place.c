// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: takes the locale of the environment before main(), which tests do not.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* That of the place must be there; a test may ask for another one, which need not. */
__attribute__((constructor)) static void take_locale(void)
{
    const char *place = getenv("TAB_PLACE"), *locale = getenv("LC_ALL");
    if (!setlocale(LC_ALL, "") && place && locale && !strcmp(place, locale)) {
        fputs("the locale of the environment is missing\n", stderr);
        abort();
    }
}
