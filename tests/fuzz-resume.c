// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as the game that the window has kept, game.ini. A game comes of it or a
// fault, never both of nothing; a game goes on as a session, and what is kept of that is read as
// the same. A file that is damaged is set aside whole.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/game-reading.h"
#include "protocol/game/record-text.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_texts(const TabResume *resume)
{
    const char *const texts[] = {resume->fault, resume->place, resume->text};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_true(!texts[i] || g_utf8_validate(texts[i], -1, NULL));
    g_assert_true(resume->record || resume->fault);
    g_assert_true(!resume->movetime || (resume->movetime >= 10 && resume->movetime <= 600000));
}

static TabGameSession *new_session(const TabRecord *record)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) engines = g_ptr_array_new();
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(record, engines);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_record_write(record, text);
    g_autoptr(GPtrArray) copies = tab_record_parse(text->str, text->len, &error);
    g_assert_no_error(error);
    TabGameSession *session =
        tab_game_session_new_from_record(g_ptr_array_steal_index(copies, 0), setup, &error);
    fuzz_check_error(session != NULL, error, NULL);
    return session;
}

/* Keeps the game as it is taken up, and reads it. */
static void check_kept(const TabResume *resume)
{
    g_autoptr(GError) error = NULL;
    TabGameSession *session = new_session(resume->record);
    if (!session)
        return;
    tab_resume_go_to_place(resume, session);
    g_autofree char *path = fuzz_path("kept.ini");
    TabResume *kept = tab_resume_new(session, NULL, resume->earlier, resume->changed);
    g_assert_true(tab_resume_write(kept, path, &error));
    TabResume *again = tab_resume_load(path);
    g_assert_nonnull(again->record);
    g_assert_null(again->fault);
    g_assert_cmpstr(again->place, ==, kept->place);
    g_assert_cmpint(again->changed, ==, kept->changed);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_record_write(again->record, text);
    g_assert_cmpstr(text->str, ==, kept->text);
    if (resume->earlier) {
        g_assert_cmpuint(again->earlier->len, ==, resume->earlier->len);
        for (guint i = 0; i < resume->earlier->len; i++)
            g_assert_cmpstr(again->earlier->pdata[i], ==, resume->earlier->pdata[i]);
    }
    tab_resume_free(again);
    tab_resume_free(kept);
    tab_game_session_close(session);
    g_object_unref(session);
}

/* As the window does it when it starts. */
static void check_reading(const char *path, const uint8_t *data, size_t size)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    TabResume *resume = tab_game_reading_resume(path, NULL, &error);
    g_assert_no_error(error);
    if (resume && resume->aside) {
        g_autofree char *left = fuzz_read(resume->aside, &length);
        g_assert_cmpmem(left, length, data, size);
        g_unlink(resume->aside);
    }
    if (resume)
        tab_resume_free(resume);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *path = fuzz_file("game.ini", data, size);
    TabResume *resume = tab_resume_load(path);
    g_assert_nonnull(resume);
    check_texts(resume);
    if (resume->record)
        check_kept(resume);
    tab_resume_free(resume);
    check_reading(path, data, size);
    return 0;
}
