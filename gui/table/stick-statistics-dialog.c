// SPDX-License-Identifier: GPL-3.0-or-later
// How often each throw has fallen in a game, and whether that speaks for fair sticks.
#include "gui/table/stick-statistics-dialog.h"

#include <glib/gi18n.h>

#include "gui/model/stick-statistics.h"
#include "gui/model/wording.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

#define SUSPICIOUS 0.01 /* a p below it is worth a word */

#define TAB_TYPE_STICK_STATISTICS_DIALOG (tab_stick_statistics_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabStickStatisticsDialog, tab_stick_statistics_dialog, TAB,
                     STICK_STATISTICS_DIALOG, GtkWindow)

struct _TabStickStatisticsDialog {
    GtkWindow parent;
    GtkGrid *grid;
    GtkLabel *test, *verdict, *seed;
    GtkLabel *cell[TAB_MAX_KINDS + 1][4]; /* White, Black, both, expected, by kind of throw; then
                                             their sums */
    TabGameView *game;                    /* over which it stands */
    TabGameSession *session;              /* whose throws are counted */
};

G_DEFINE_FINAL_TYPE(TabStickStatisticsDialog, tab_stick_statistics_dialog, GTK_TYPE_WINDOW)

/* Of real sticks, or of those that the computer throws; FALSE: nobody has such. The sticks of a
 * game's setup are always good. */
static gboolean test_kind(TabGameSession *session, const TabStickCounts *counts, gboolean real,
                          TabStickTest *test)
{
    const TabCast *cast = &session->document->record->rules->cast;
    guint n[TAB_MAX_KINDS];
    TabSticks sticks = tab_sticks_fair(cast);
    tab_sticks_parse(cast, session->setup->sticks, &sticks, NULL);
    gboolean found = tab_stick_counts_sum_kind(counts, session, real, n);
    tab_stick_test(n, &sticks, test);
    return found;
}

/* Which sticks are meant, in front of what is said of them, if that is to be asked. */
static char *name_sticks(gboolean real, gboolean ask, const char *text)
{
    if (!ask)
        return g_strdup(text);
    /* Translators: what is said of a player's sticks. */
    return g_strdup_printf(real ? _("Thrown on the table: %s") : _("Thrown by the computer: %s"),
                           text);
}

static const char *judge(const TabStickTest *test)
{
    if (!test->firm)
        return _("Too few throws yet for a firm answer.");
    if (test->p < SUSPICIOUS)
        return _("So uneven are fair throws in fewer than one game of a hundred.");
    return _("The throws are as fair ones fall.");
}

char *tab_stick_statistics_summary(TabGameSession *session)
{
    TabStickCounts counts;
    TabStickTest test;
    tab_stick_counts_of_game(session, &counts);
    gboolean real = !test_kind(session, &counts, FALSE, &test);
    if (real)
        test_kind(session, &counts, TRUE, &test);
    g_autofree char *throws =
        g_strdup_printf(ngettext("%u throw", "%u throws", test.throws), test.throws);
    return name_sticks(real, real, test.firm ? judge(&test) : throws);
}

/* --- the table --- */

static GtkLabel *attach(GtkGrid *grid, int column, int row, const char *text, gboolean heading)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), column ? 1 : 0);
    gtk_widget_set_valign(label, GTK_ALIGN_BASELINE);
    gtk_widget_add_css_class(label, heading ? "heading" : "numeric");
    gtk_grid_attach(grid, label, column, row, 1, 1);
    return GTK_LABEL(label);
}

static const TabCast *get_cast(TabStickStatisticsDialog *self)
{
    return &self->session->document->record->rules->cast;
}

static void make_table(TabStickStatisticsDialog *self)
{
    GtkWidget *old;
    while ((old = gtk_widget_get_first_child(GTK_WIDGET(self->grid))))
        gtk_grid_remove(self->grid, old);
    /* Translators: heading of a table: how often throws have fallen, and how often good sticks give
     * them. */
    const char *headings[] = {C_("column", "Throw"), _("White"), _("Black"), _("Both"),
                              _("Expected")};
    for (int column = 0; column < 5; column++)
        attach(self->grid, column, 0, headings[column], TRUE);
    const TabCast *cast = get_cast(self);
    for (int t = 0; t <= cast->n_kinds; t++) {
        g_autofree char *name =
            t == cast->n_kinds
                ? g_strdup(_("Sum"))
                : g_strdup_printf("%d %s", cast->kind[t].steps, tab_wording_throw_name(cast, t));
        attach(self->grid, 0, t + 1, name, TRUE);
        for (int column = 0; column < 4; column++)
            self->cell[t][column] = attach(self->grid, column + 1, t + 1, "", FALSE);
    }
}

static void set_count(GtkLabel *label, guint n)
{
    g_autofree char *text = g_strdup_printf("%u", n);
    gtk_label_set_label(label, text);
}

static void fill_column(TabStickStatisticsDialog *self, const TabStickCounts *counts, int column,
                        int side)
{
    guint n[TAB_MAX_KINDS], sum = tab_stick_counts_sum(counts, side, n);
    for (int t = 0; t < get_cast(self)->n_kinds; t++)
        set_count(self->cell[t][column], n[t]);
    set_count(self->cell[get_cast(self)->n_kinds][column], sum);
}

/* The seed would let one foresee the sticks: it is told when the game is over. */
static void show_seed(TabStickStatisticsDialog *self)
{
    guint64 seed = self->session->setup->seed;
    g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, seed);
    gboolean all_real =
        self->session->setup->real[TAB_WHITE] && self->session->setup->real[TAB_BLACK];
    g_autofree char *text =
        g_strdup_printf(_("Seed of the throws: %s. The same seed gives the same throws."), number);
    gtk_widget_set_visible(GTK_WIDGET(self->seed), !all_real);
    gboolean over = tab_document_game(self->session->document)->end != TAB_END_NONE;
    gtk_label_set_label(self->seed,
                        over ? text : _("The seed of the throws is shown when the game is over."));
}

/* One line more for the other kind of sticks. */
static void append_line(GString *lines, const char *line)
{
    g_string_append_printf(lines, "%s%s", lines->len ? "\n" : "", line);
}

/* Real sticks are told apart from the computer's, which alone the program answers for. */
static void show_tests(TabStickStatisticsDialog *self, const TabStickCounts *counts)
{
    TabStickTest tests[2];
    gboolean any_real =
        self->session->setup->real[TAB_WHITE] || self->session->setup->real[TAB_BLACK];
    g_autoptr(GString) figures = g_string_new(NULL);
    g_autoptr(GString) verdicts = g_string_new(NULL);
    for (int real = 0; real < 2; real++) {
        const TabStickTest *test = &tests[real];
        if (!test_kind(self->session, counts, real, &tests[real]))
            continue;
        g_autofree char *figure =
            /* Translators: a statistical test: chi-square, degrees of freedom, p. */
            g_strdup_printf(_("χ² = %.2f with %u degrees of freedom, p = %.3f"), test->chi_square,
                            test->freedom, test->p);
        g_autofree char *named = name_sticks(real, any_real, figure);
        g_autofree char *verdict = name_sticks(real, any_real, judge(test));
        append_line(verdicts, verdict);
        if (test->throws)
            append_line(figures, named);
    }
    gtk_label_set_label(self->verdict, verdicts->str);
    tab_label_text_show(GTK_WIDGET(self->test), figures->str);
    int n_kinds = get_cast(self)->n_kinds;
    for (int t = 0; t < n_kinds; t++) {
        g_autofree char *text =
            g_strdup_printf("%.1f", tests[0].expected[t] + tests[1].expected[t]);
        gtk_label_set_label(self->cell[t][3], text);
    }
    set_count(self->cell[n_kinds][3], tests[0].throws + tests[1].throws);
}

static void show_counts(TabStickStatisticsDialog *self)
{
    TabStickCounts counts;
    tab_stick_counts_of_game(self->session, &counts);
    fill_column(self, &counts, 0, TAB_WHITE);
    fill_column(self, &counts, 1, TAB_BLACK);
    fill_column(self, &counts, 2, -1);
    show_tests(self, &counts);
    show_seed(self);
}

/* Sticks that are falling are counted when they lie there: the numbers would tell what falls. */
static void follow_game(TabStickStatisticsDialog *self)
{
    TabGameSession *session = tab_game_view_get_session(self->game);
    if (!session)
        return;
    if (g_set_object(&self->session, session))
        make_table(self);
    if (!tab_turn_controls_are_falling(tab_game_view_get_controls(self->game)))
        show_counts(self);
}

static void tab_stick_statistics_dialog_dispose(GObject *object)
{
    g_clear_object(&TAB_STICK_STATISTICS_DIALOG(object)->session);
    G_OBJECT_CLASS(tab_stick_statistics_dialog_parent_class)->dispose(object);
}

static void tab_stick_statistics_dialog_class_init(TabStickStatisticsDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_stick_statistics_dialog_dispose;
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/stick-statistics-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabStickStatisticsDialog, grid);
    gtk_widget_class_bind_template_child(widget_class, TabStickStatisticsDialog, test);
    gtk_widget_class_bind_template_child(widget_class, TabStickStatisticsDialog, verdict);
    gtk_widget_class_bind_template_child(widget_class, TabStickStatisticsDialog, seed);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_stick_statistics_dialog_init(TabStickStatisticsDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
}

static void show_statistics(TabGameView *game)
{
    GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(game)));
    GtkWindow *shown = tab_widget_find_window(window, TAB_TYPE_STICK_STATISTICS_DIALOG);
    if (!tab_game_view_get_session(game))
        return;
    if (!shown) {
        TabStickStatisticsDialog *self =
            g_object_new(TAB_TYPE_STICK_STATISTICS_DIALOG, "transient-for", window, NULL);
        self->game = game;
        g_signal_connect_object(game, "changed", G_CALLBACK(follow_game), self, G_CONNECT_SWAPPED);
        follow_game(self);
        shown = GTK_WINDOW(self);
    }
    gtk_window_present(shown);
}

void tab_stick_statistics_dialog_add_action(GtkApplicationWindow *window, TabGameView *game)
{
    static const TabAction actions[] = {
        {.name = "stick-statistics", .activate = G_CALLBACK(show_statistics)}};
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), game);
}
