// SPDX-License-Identifier: GPL-3.0-or-later
// What is said beside the board of a problem: the task; once it is answered the verdict, why the
// best turn is better, the turns that are compared, and what the arrows on the board mean.
#include "gui/problems/problem-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/model/game-tree.h"
#include "gui/model/number-text.h"
#include "gui/model/turn-grade.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

#define SPACING 6
#define LEAST 52       /* pixels of height that are always there: two lines of the task */
#define LEAST_TOLD 170 /* … when there is more to be read */
#define NATURAL 420    /* pixels of height that are wished for then */
#define WIDTH 320      /* pixels that are wished for */

struct _TabProblemWords {
    GtkWidget parent;
    GtkWidget *scroller, *title, *detail, *told, *reasons_head, *reasons, *terms_head, *terms,
        *arrows;
    GtkListBox *turns;
    guint revision;   /* of the turns that are listed; 0: none are */
    gboolean filling; /* the list of turns */
    gboolean telling; /* an answer */
};

G_DEFINE_FINAL_TYPE(TabProblemWords, tab_problem_words, GTK_TYPE_WIDGET)

static guint chosen_signal;

/* --- the turns --- */

/* "61.3 % ± 0.4 %   −7.1 ?" */
static char *write_value(const TabComparedTurn *turn)
{
    GString *text = g_string_new(NULL);
    g_autofree char *value = isnan(turn->value) ? NULL : tab_number_text_percent(turn->value, 1);
    g_autofree char *error = isnan(turn->error) ? NULL : tab_number_text_percent(turn->error, 1);
    g_autofree char *loss = tab_turn_loss_text(turn->node);
    if (value)
        g_string_append(text, value);
    if (error)
        g_string_append_printf(text, " ± %s", error);
    if (*loss)
        g_string_append_printf(text, "   %s %s", loss,
                               tab_turn_grade_mark(tab_turn_grade_of(turn->node)));
    return g_string_free(text, FALSE);
}

static GtkWidget *make_label(const char *text, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    if (class)
        gtk_widget_add_css_class(label, class);
    return label;
}

static GtkWidget *make_row(TabProblemRun *run, guint nth)
{
    const TabComparedTurn *turn = tab_problem_run_get_turn(run, nth);
    g_autofree char *plays = tab_game_tree_turn_text(turn->text);
    g_autofree char *value = write_value(turn);
    g_autofree char *words = tab_problem_run_describe_turn(run, nth);
    /* Translators: in the list of a problem's turns: the best one, and the person's own. */
    const char *sign = nth == 0 && turn->yours ? _("best, yours")
                       : nth == 0              ? _("best")
                       : turn->yours           ? C_("turn", "yours")
                                               : NULL;
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), make_label(plays, NULL));
    if (*value || sign) {
        g_autofree char *line = sign && *value ? g_strdup_printf("%s   %s", value, sign)
                                               : g_strdup(sign ? sign : value);
        gtk_box_append(GTK_BOX(box), make_label(line, "caption"));
    }
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
    return row;
}

static void fill_turns(TabProblemWords *self, TabProblemRun *run)
{
    GtkListBoxRow *row;
    self->filling = TRUE;
    while ((row = gtk_list_box_get_row_at_index(self->turns, 0)))
        gtk_list_box_remove(self->turns, GTK_WIDGET(row));
    for (guint i = 0; i < run->turns->len; i++)
        gtk_list_box_append(self->turns, make_row(run, i));
    self->filling = FALSE;
}

static void select_shown(TabProblemWords *self, TabProblemRun *run)
{
    int shown = tab_problem_run_get_shown(run);
    self->filling = TRUE;
    gtk_list_box_select_row(self->turns,
                            shown < 0 ? NULL : gtk_list_box_get_row_at_index(self->turns, shown));
    self->filling = FALSE;
}

static void on_turn_selected(GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
    TabProblemWords *self = data;
    if (row && !self->filling)
        g_signal_emit(self, chosen_signal, 0, (guint)gtk_list_box_row_get_index(row));
}

/* --- why --- */

/* Each line runs as the window's language does, whatever it begins with. */
static void append_line(TabProblemWords *self, GString *text, const char *line)
{
    g_autofree char *directed =
        tab_label_text_direct(line, gtk_widget_get_direction(GTK_WIDGET(self)));
    g_string_append_printf(text, "%s%s", text->len ? "\n" : "", directed);
}

static void append_item(TabProblemWords *self, GString *text, const char *item)
{
    g_autofree char *line = g_strdup_printf("• %s", item);
    append_line(self, text, line);
}

static char *list_reasons(TabProblemWords *self, GPtrArray *reasons)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < reasons->len; i++)
        append_item(self, text, ((const TabReason *)g_ptr_array_index(reasons, i))->text);
    return g_string_free(text, FALSE);
}

static void show_reasons(TabProblemWords *self, TabProblemRun *run)
{
    g_autoptr(GPtrArray) reasons = tab_problem_run_list_reasons(run);
    g_autofree char *text = reasons->len
                                ? list_reasons(self, reasons)
                                : g_strdup(_("Both turns do the same at once. They part later."));
    tab_label_text_set(self->reasons_head, run->yours > 0
                                               ? _("Why it is better than yours")
                                               : _("Why it is better than the next best"));
    tab_label_text_set(self->reasons, text);
}

/* What an engine's evaluation says, if there is one that does. */
static void show_terms(TabProblemWords *self, TabProblemRun *run, TabTurnAdvice *advice)
{
    TabReasonOther called = run->yours > 0 ? TAB_REASON_YOURS : TAB_REASON_NEXT_BEST;
    g_autoptr(GPtrArray) reasons =
        advice ? tab_turn_advice_list_reasons(advice, called) : g_ptr_array_new();
    gboolean asked = advice && !tab_turn_advice_is_done(advice);
    g_autofree char *text = asked && !reasons->len ? g_strdup(_("The engine is being asked…"))
                                                   : list_reasons(self, reasons);
    gtk_widget_set_visible(self->terms_head, *text != '\0');
    tab_label_text_show(self->terms, text);
}

/* --- the arrows --- */

static void append_arrows(TabProblemWords *self, GString *text, GPtrArray *arrows,
                          TabArrowKind kind, const char *head)
{
    gboolean any = FALSE;
    for (guint i = 0; i < arrows->len; i++) {
        const TabTurnArrow *arrow = g_ptr_array_index(arrows, i);
        if (arrow->kind != kind)
            continue;
        if (!any)
            append_line(self, text, head);
        append_item(self, text, arrow->meaning);
        any = TRUE;
    }
}

static void show_arrows(TabProblemWords *self, TabProblemRun *run)
{
    int shown = tab_problem_run_get_shown(run);
    g_autoptr(GString) text = g_string_new(NULL);
    if (shown >= 0) {
        g_autoptr(GPtrArray) arrows = tab_problem_run_list_arrows(run, (guint)shown);
        append_arrows(self, text, arrows, TAB_ARROW_DANGER,
                      /* Translators: arrows on the board, and what they mean. */
                      _("In danger after this turn (arrows of dashes and dots):"));
        append_arrows(self, text, arrows, TAB_ARROW_AIM,
                      /* Translators: arrows on the board, and what they mean. */
                      _("In reach of the next turn (thin arrows):"));
    }
    tab_label_text_show(self->arrows, text->str);
}

/* --- all of it --- */

static void set_telling(TabProblemWords *self, gboolean telling)
{
    gtk_widget_set_visible(self->told, telling);
    if (telling == self->telling)
        return;
    self->telling = telling;
    gtk_adjustment_set_value(
        gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->scroller)), 0);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

/* Where it is from, and how hard. */
static char *describe_origin(const TabProblem *problem)
{
    g_autofree char *source = tab_problem_describe_source(problem);
    if (isnan(problem->difficulty))
        return g_steal_pointer(&source);
    g_autofree char *difficulty = tab_number_text_percent(problem->difficulty, 0);
    /* Translators: where a problem is from, and how many of the answers miss the best turn. */
    return g_strdup_printf(_("%s · difficulty %s"), source, difficulty);
}

void tab_problem_words_show(TabProblemWords *self, TabProblemRun *run, TabTurnAdvice *advice)
{
    g_autofree char *verdict = tab_problem_run_describe_verdict(run);
    g_autofree char *task = tab_problem_run_describe_task(run);
    g_autofree char *origin = describe_origin(run->problem);
    tab_label_text_set(self->title, run->answered ? verdict : task);
    tab_label_text_show(self->detail, run->answered ? origin : "");
    tab_widget_set_class(self->title, "done", run->answered && run->yours == 0);
    set_telling(self, run->answered);
    if (!run->answered) {
        self->revision = 0;
        return;
    }
    if (self->revision != run->revision)
        fill_turns(self, run);
    self->revision = run->revision;
    select_shown(self, run);
    show_reasons(self, run);
    show_terms(self, run, advice);
    show_arrows(self, run);
}

void tab_problem_words_tell(TabProblemWords *self, const char *title, const char *detail)
{
    self->revision = 0;
    tab_widget_set_class(self->title, "done", FALSE);
    tab_label_text_set(self->title, title);
    tab_label_text_show(self->detail, detail);
    set_telling(self, FALSE);
}

void tab_problem_words_read_out(TabProblemWords *self)
{
    gtk_widget_grab_focus(self->title);
    gtk_label_select_region(GTK_LABEL(self->title), 0, 0);
}

char *tab_problem_words_describe(TabProblemWords *self)
{
    return g_strdup_printf("%s %s", gtk_label_get_text(GTK_LABEL(self->title)),
                           gtk_label_get_text(GTK_LABEL(self->reasons)));
}

/* --- the widget --- */

static GtkSizeRequestMode tab_problem_words_get_request_mode(GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_problem_words_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                      int *minimum, int *natural, int *minimum_baseline,
                                      int *natural_baseline)
{
    TabProblemWords *self = TAB_PROBLEM_WORDS(widget);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        gtk_widget_measure(self->scroller, orientation, -1, minimum, natural, NULL, NULL);
        *natural = MAX(*natural, WIDTH);
        return;
    }
    *minimum = self->telling ? LEAST_TOLD : LEAST;
    *natural = self->telling ? NATURAL : LEAST;
}

static void tab_problem_words_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    gtk_widget_size_allocate(TAB_PROBLEM_WORDS(widget)->scroller,
                             &(GtkAllocation){0, 0, width, height}, -1);
}

static void tab_problem_words_dispose(GObject *object)
{
    tab_widget_unparent_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(tab_problem_words_parent_class)->dispose(object);
}

static void tab_problem_words_class_init(TabProblemWordsClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_problem_words_dispose;
    widget_class->get_request_mode = tab_problem_words_get_request_mode;
    widget_class->measure = tab_problem_words_measure;
    widget_class->size_allocate = tab_problem_words_size_allocate;
    chosen_signal = g_signal_new("chosen", TAB_TYPE_PROBLEM_WORDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* A text that the keyboard can come to, so that a screen reader reads it. */
static GtkWidget *add_text(GtkWidget *box, const char *class)
{
    GtkWidget *label = make_label("", class);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_box_append(GTK_BOX(box), label);
    return label;
}

static void make_list(TabProblemWords *self)
{
    GtkWidget *list = gtk_list_box_new();
    self->turns = GTK_LIST_BOX(list);
    gtk_widget_add_css_class(list, "best-turns");
    gtk_list_box_set_selection_mode(self->turns, GTK_SELECTION_BROWSE);
    g_signal_connect(list, "row-selected", G_CALLBACK(on_turn_selected), self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("Turns compared"), -1);
}

static void tab_problem_words_init(TabProblemWords *self)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, SPACING);
    self->title = add_text(box, "remark");
    self->told = gtk_box_new(GTK_ORIENTATION_VERTICAL, SPACING);
    gtk_box_append(GTK_BOX(box), self->told);
    self->detail = make_label("", "caption");
    gtk_box_append(GTK_BOX(box), self->detail);
    self->reasons_head = make_label("", "heading");
    gtk_box_append(GTK_BOX(self->told), self->reasons_head);
    self->reasons = add_text(self->told, NULL);
    self->terms_head = make_label(_("What the engine’s evaluation weighs"), "heading");
    gtk_box_append(GTK_BOX(self->told), self->terms_head);
    self->terms = add_text(self->told, NULL);
    gtk_box_append(GTK_BOX(self->told), make_label(_("Turns compared"), "heading"));
    make_list(self);
    gtk_box_append(GTK_BOX(self->told), GTK_WIDGET(self->turns));
    self->arrows = add_text(self->told, NULL);
    self->scroller = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self->scroller), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scroller), box);
    gtk_widget_set_parent(self->scroller, GTK_WIDGET(self));
    gtk_widget_set_visible(self->told, FALSE);
}
