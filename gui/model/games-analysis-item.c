// SPDX-License-Identifier: GPL-3.0-or-later
// One of many games that were analysed, in words, and read again with what the journal has of it.
#include "gui/model/games-analysis-item.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"
#include "gui/model/turn-grade.h"
#include "gui/model/wording.h"
#include "protocol/study/analysis-journal.h"

G_DEFINE_FINAL_TYPE(TabGamesAnalysisItem, tab_games_analysis_item, G_TYPE_OBJECT)

static void tab_games_analysis_item_finalize(GObject *object)
{
    TabGamesAnalysisItem *self = TAB_GAMES_ANALYSIS_ITEM(object);
    g_free(self->path);
    g_free(self->journal);
    g_free(self->settings);
    g_free(self->line);
    g_free(self->fault);
    G_OBJECT_CLASS(tab_games_analysis_item_parent_class)->finalize(object);
}

static void tab_games_analysis_item_class_init(TabGamesAnalysisItemClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_games_analysis_item_finalize;
}

static void tab_games_analysis_item_init(TabGamesAnalysisItem *self)
{
}

/* --- words --- */

char *tab_games_analysis_item_describe_game(const TabGamesAnalysisItem *self)
{
    return self->line ? g_strdup(self->line) : g_filename_display_basename(self->path);
}

char *tab_games_analysis_item_describe_place(const TabGamesAnalysisItem *self)
{
    if (self->number || !self->line)
        return NULL;
    g_autofree char *name = g_filename_display_basename(self->path);
    /* Translators: a file, and which of its games. */
    return g_strdup_printf(_("%s, game %u"), name, self->index + 1);
}

/* "2 ?!, 1 ??", each of them from left to right. */
static char *describe_grades(const guint grade[TAB_N_TURN_GRADES])
{
    GString *text = g_string_new(NULL);
    for (TabTurnGrade i = TAB_TURN_DOUBTFUL; i < TAB_N_TURN_GRADES; i++)
        if (grade[i])
            g_string_append_printf(text, "%s\u2066%u %s\u2069",
                                   text->len ? tab_number_text_comma() : "", grade[i],
                                   tab_turn_grade_mark(i));
    return g_string_free(text, FALSE);
}

static char *describe_side(const TabGamesAnalysisItem *self, TabSide side)
{
    g_autofree char *luck = tab_number_text_points(self->luck[side]),
                    *loss = tab_number_text_points(-self->loss[side]),
                    *grades = describe_grades(self->grade[side]);
    g_autofree char *text =
        /* Translators: what throws and turns of a player came to over a game: name, luck, loss; a
         * whole game is 100 points. */
        g_strdup_printf(_("%s: luck %s, loss %s points"), tab_wording_side(side), luck, loss);
    return *grades ? g_strconcat(text, tab_number_text_comma(), grades, NULL)
                   : g_steal_pointer(&text);
}

char *tab_games_analysis_item_describe_found(const TabGamesAnalysisItem *self)
{
    if (self->fault)
        return g_strdup(self->fault);
    g_autofree char *white = describe_side(self, TAB_WHITE),
                    *black = describe_side(self, TAB_BLACK);
    return g_strjoin("\n", white, black, NULL);
}

/* --- the game --- */

static TabReadGames *read_of_file(const TabGamesAnalysisItem *self, TabProgress *progress,
                                  GError **error)
{
    g_autoptr(TabReadGames) games = tab_game_reading_load(self->path, progress, error);
    if (!games || (games->record && !self->index))
        return g_steal_pointer(&games); /* the only one */
    if (!games->record && self->index < games->texts->len)
        return tab_game_reading_choose(games, self->index, progress, error);
    g_autofree char *place = tab_games_analysis_item_describe_place(self);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                /* Translators: a game of a file that has been changed meanwhile. */
                _("%s is not there any more."), place);
    return NULL;
}

TabReadGames *tab_games_analysis_item_read(const TabGamesAnalysisItem *self, TabProgress *progress,
                                           GError **error)
{
    TabReadGames *games =
        self->number ? tab_game_reading_stored(self->path, self->number, -1, progress, error)
                     : read_of_file(self, progress, error);
    if (!games || !games->record)
        return games;
    g_autoptr(TabGameJournal) journal =
        tab_game_journal_read(self->journal, &tab_analysis_journal_kind, self->settings, NULL);
    g_autoptr(TabAnalysis) analysis =
        journal ? tab_analysis_journal_look_up(journal, games->record) : NULL;
    if (analysis)
        tab_turn_note_all(games->record, analysis);
    return games;
}
