// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as what is remembered of the sums of large tables: what is noted then is
// known, also by the next program, and what is taken back is not.
#include <string.h>

#include <glib/gstdio.h>

#include "engine/tables/sums.h"
#include "tests/fuzz-fixture.h"

#define SUM "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define LONGEST (1 << 19) /* of which at most a file of twice as many bytes comes */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void settle(void)
{
    static gboolean settled;
    if (settled)
        return;
    settled = TRUE;
    g_autofree char *cache = fuzz_path("cache"), *folder = g_build_filename(cache, "tab", NULL);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stat status;
    if (size > LONGEST)
        return 0;
    settle();
    g_free(fuzz_file("cache/tab/table-sums.ini", data, size));
    memset(&status, 0, sizeof status);
    status.st_dev = 1;
    status.st_ino = 2;
    status.st_size = 100;
    tab_sums_known(&status, SUM);
    tab_sums_note(&status, SUM);
    g_assert_true(tab_sums_known(&status, SUM));
    status.st_mtim.tv_nsec = 1;
    g_assert_false(tab_sums_known(&status, SUM));
    status.st_ino = 3;
    tab_sums_note(&status, SUM);
    tab_sums_note(&status, NULL);
    g_assert_false(tab_sums_known(&status, SUM));
    status.st_ino = 2;
    status.st_mtim.tv_nsec = 0;
    g_assert_true(tab_sums_known(&status, SUM));
    return 0;
}
