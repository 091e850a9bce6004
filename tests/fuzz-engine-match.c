// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: the folder of a match that the window has begun: up to the first NUL its match.ini,
// and behind that its journal. It is opened, or an error names the file; what it tells is text.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/engine-match.h"
#include "gui/model/engine-store.h"
#include "tests/fuzz-fixture.h"

#define ENGINES "[A]\ncommand=a;\n[B]\ncommand=b;\n"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_auto(FuzzParts) parts = fuzz_parts_new(data, size);
    g_autofree char *folder = fuzz_path("match");
    g_mkdir(folder, 0700);
    g_free(fuzz_file("match/engines.ini", ENGINES, strlen(ENGINES)));
    g_free(fuzz_file("match/match.ini", parts.first, parts.length));
    g_autofree char *journal = fuzz_path("match/match.journal");
    g_unlink(journal);
    if (parts.rest)
        g_free(fuzz_file("match/match.journal", parts.rest, parts.rest_length));
    g_autoptr(TabEngineMatch) match = tab_engine_match_open(folder, &error);
    fuzz_check_error(match != NULL, error, NULL);
    if (!match)
        return 0;
    g_assert_true(match->games >= 1 && match->games <= TAB_ENGINE_MATCH_MOST);
    g_assert_true(match->concurrency >= 1 && match->concurrency <= TAB_ENGINE_MATCH_PARALLEL);
    g_assert_true(match->limit < TAB_N_ENGINE_LIMITS && match->amount >= 1);
    while (match->looking)
        g_main_context_iteration(NULL, TRUE);
    const char *const texts[] = {match->fault, match->figures, match->rules, match->name[0],
                                 match->name[1]};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_true(!texts[i] || g_utf8_validate(texts[i], -1, NULL));
    g_autofree char *said = tab_engine_match_describe(match);
    g_assert_true(g_utf8_validate(said, -1, NULL));
    /* the program is missing: it rests, and says why */
    tab_engine_match_start(match, NULL);
    g_assert_nonnull(match->fault);
    return 0;
}
