// SPDX-License-Identifier: GPL-3.0-or-later
// Why one turn is better than another, in sentences: by what both do, and by what an engine's
// evaluation says of the boards after them.
#include "gui/model/turn-reasons.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "gui/model/number-text.h"

#define LEAST_DIFFERENCE 0.05 /* of a mean number of stones: less is not seen in one decimal */
#define LEAST_SHARE 0.05

/* What a theme is called: "Safety". Never freed. */
static const char *theme_name(TabReasonTheme theme)
{
    static const char *const names[] = {
        /* Translators: why a turn is good: what it takes, or may take next. */
        [TAB_REASON_HITS] = N_("Captures"),
        /* Translators: why a turn is good: less of one's own can be taken. */
        [TAB_REASON_SAFETY] = N_("Safety"),
        /* Translators: why a turn is good: stones have come further on their way. */
        [TAB_REASON_PACE] = N_("Pace"),
        /* Translators: why a turn is good: the number of stones. */
        [TAB_REASON_STONES] = N_("Stones"),
        /* Translators: why a turn is good: how the stones stand. */
        [TAB_REASON_SHAPE] = N_("Shape"),
        /* Translators: why a turn is good: whose turn it is afterwards. */
        [TAB_REASON_MOVE] = N_("Having the turn"),
        [TAB_REASON_OTHER] = N_("Other things"),
    };
    return _(names[theme]);
}

static void free_reason(gpointer data)
{
    TabReason *reason = data;
    g_free(reason->text);
    g_free(reason);
}

/* Takes `text` over. */
static void add(GPtrArray *reasons, TabReasonTheme theme, int favours, double share, char *text)
{
    TabReason *reason = g_new(TabReason, 1);
    *reason = (TabReason){theme, favours, share, text};
    g_ptr_array_add(reasons, reason);
}

/* A count of both turns. */
static char *compare(const char *label, const char *best, const char *other)
{
    /* Translators: what is counted, how much of it there is after the best turn, and after the
     * other one: "Stones taken: 2 instead of 0." */
    return g_strdup_printf(_("%s: %s instead of %s."), label, best, other);
}

static char *compare_means(const char *label, double best, double other)
{
    int decimals = best > floor(best) || other > floor(other); /* those that tell something */
    g_autofree char *one = g_strdup_printf("%.*f", decimals, best);
    g_autofree char *two = g_strdup_printf("%.*f", decimals, other);
    return compare(label, one, two);
}

/* --- by the rules --- */

/* What is counted of a turn, in the order in which it is told. */
static const struct {
    TabReasonTheme theme;
    int good; /* 1: more of it is better; -1: less */
    size_t offset;
    const char *label;
} counts[] = {
    {TAB_REASON_HITS, 1, offsetof(TabTurnEffects, taken), N_("Stones taken")},
    {TAB_REASON_HITS, 1, offsetof(TabTurnEffects, king), N_("Kings won")},
    {TAB_REASON_SAFETY, -1, offsetof(TabTurnEffects, shed),
     /* Translators: piles that turn back lose all but their top stone in some games. */
     N_("Own stones lost by turning back")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, freed), N_("Nasara set free")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, out), N_("Stones brought out of the home row")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, arrived),
     N_("Stones brought to the enemy’s home row")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, home), N_("Stones come home")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, gone), N_("Cells gone")},
    {TAB_REASON_PACE, 1, offsetof(TabTurnEffects, saved), N_("Saved tâbs")},
    {TAB_REASON_PACE, -1, offsetof(TabTurnEffects, unused), N_("Throws lost")},
};

static int get_count(const TabTurnEffects *effects, size_t offset)
{
    return *(const int *)(const void *)((const char *)effects + offset);
}

static void add_counts(GPtrArray *reasons, const TabTurnEffects *best, const TabTurnEffects *other)
{
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
        int one = get_count(best, counts[i].offset), two = get_count(other, counts[i].offset);
        if (one == two)
            continue;
        g_autofree char *first = g_strdup_printf("%d", one);
        g_autofree char *second = g_strdup_printf("%d", two);
        add(reasons, counts[i].theme, (one > two ? 1 : -1) * counts[i].good, NAN,
            compare(_(counts[i].label), first, second));
    }
}

static void add_reaches(GPtrArray *reasons, const TabTurnEffects *best, const TabTurnEffects *other)
{
    double aimed = best->aim.stones - other->aim.stones;
    double risked = best->danger.stones - other->danger.stones;
    if (fabs(aimed) >= LEAST_DIFFERENCE)
        add(reasons, TAB_REASON_HITS, aimed > 0 ? 1 : -1, NAN,
            compare_means(_("Enemy stones in reach of the next turn, on average"), best->aim.stones,
                          other->aim.stones));
    if (fabs(risked) >= LEAST_DIFFERENCE)
        add(reasons, TAB_REASON_SAFETY, risked < 0 ? 1 : -1, NAN,
            compare_means(_("Own stones in reach of the enemy’s next turn, on average"),
                          best->danger.stones, other->danger.stones));
}

/* That a turn ends the game, or is followed by another throw of the same side. */
static void add_ends(GPtrArray *reasons, const TabTurnEffects *best, const TabTurnEffects *other)
{
    if (best->over && !other->over)
        add(reasons, TAB_REASON_HITS, 1, NAN, g_strdup(_("The best turn ends the game.")));
    if (best->again != other->again)
        add(reasons, TAB_REASON_MOVE, best->again ? 1 : -1, NAN,
            g_strdup(best->again ? _("After the best turn the same side throws again.")
                                 : _("After the other turn the same side would throw again.")));
}

/* What speaks for the better turn comes first; else the order stays. */
static GPtrArray *sort_by_favour(GPtrArray *reasons)
{
    GPtrArray *sorted = g_ptr_array_new_with_free_func(free_reason);
    g_ptr_array_set_free_func(reasons, NULL);
    for (int favours = 1; favours >= -1; favours--)
        for (guint i = 0; i < reasons->len; i++) {
            TabReason *reason = g_ptr_array_index(reasons, i);
            if (reason->favours == favours)
                g_ptr_array_add(sorted, reason);
        }
    g_ptr_array_unref(reasons);
    return sorted;
}

GPtrArray *tab_turn_reasons_by_rules(const TabTurnEffects *best, const TabTurnEffects *other)
{
    GPtrArray *reasons = g_ptr_array_new_with_free_func(free_reason);
    add_ends(reasons, best, other);
    add_counts(reasons, best, other);
    if (!best->over && !other->over) /* nothing is in reach after the end */
        add_reaches(reasons, best, other);
    return sort_by_favour(reasons);
}

/* --- by an engine's terms --- */

/* The names that PROTOCOL.md gives to terms. Without a label they count for their theme alone. */
static const struct {
    const char *name;
    TabReasonTheme theme;
    const char *label;
    const char *single; /* the label where there are no piles; NULL: the same */
} known[] = {
    {"pieces", TAB_REASON_STONES, N_("Stones on the board")},
    {"share", TAB_REASON_STONES, NULL},
    {"few", TAB_REASON_STONES, NULL},
    {"king", TAB_REASON_STONES, N_("Kings")},
    {"exposed", TAB_REASON_SAFETY, N_("Stones in danger")},
    {"worst", TAB_REASON_SAFETY, N_("The greatest danger to one pile"),
     N_("The greatest danger to one stone")},
    {"reach", TAB_REASON_HITS, N_("Chances to capture")},
    {"nasara", TAB_REASON_PACE, N_("Nasara")},
    {"row1", TAB_REASON_PACE, N_("Freed stones still on the home row")},
    {"row3", TAB_REASON_PACE, N_("Stones on row 3")},
    {"row4", TAB_REASON_PACE, N_("Stones on the enemy’s home row")},
    {"flipped", TAB_REASON_PACE, N_("Stones that may not go to the enemy’s home row again")},
    {"frozen", TAB_REASON_PACE, N_("Stones that may not leave the enemy’s home row")},
    {"saved", TAB_REASON_PACE, N_("Saved tâbs")},
    {"stacked", TAB_REASON_SHAPE, N_("Stones upon others in piles")},
    {"movable", TAB_REASON_SHAPE, N_("Piles that can move"), N_("Stones that can move")},
    {"bound", TAB_REASON_SHAPE, NULL},
    {"turn", TAB_REASON_MOVE, NULL},
};

/* What one term says of both boards, for the side that played. */
typedef struct {
    const char *name;
    TabReasonTheme theme;
    const char *label; /* translated; NULL: there is none */
    double best[2];    /* how much there is: the side's own, and the other side's */
    double other[2];
    double gain; /* what it adds for the better turn, more than for the other */
} Term;

static const TabEvalTerm *find_term(const TabEvalAnswer *answer, const char *name)
{
    for (guint i = 0; i < answer->terms->len; i++) {
        const TabEvalTerm *term = &g_array_index(answer->terms, TabEvalTerm, i);
        if (!strcmp(term->name, name))
            return term;
    }
    return NULL;
}

/* Reads a term of one board (NULL: it is not told there), in which the side `moves` or not. */
static double read_term(const TabEvalTerm *term, bool moves, double amount[2])
{
    amount[0] = !term ? 0 : moves ? term->mover : term->enemy;
    amount[1] = !term ? 0 : moves ? term->enemy : term->mover;
    return !term ? 0 : moves ? term->adds : -term->adds;
}

static void name_term(Term *term, const TabRules *rules)
{
    bool piles = rules->set.value[TAB_SWITCH_STACKING] == TAB_STACKING_PILE;
    term->theme = TAB_REASON_OTHER;
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (!strcmp(known[i].name, term->name)) {
            term->theme = known[i].theme;
            const char *label = !piles && known[i].single ? known[i].single : known[i].label;
            term->label = label ? _(label) : NULL;
            return;
        }
    term->label = term->name;
}

static GArray *read_terms(const TabRules *rules, const TabEvalAnswer *best, bool best_moves,
                          const TabEvalAnswer *other, bool other_moves)
{
    GArray *terms = g_array_new(FALSE, TRUE, sizeof(Term));
    for (guint i = 0; i < best->terms->len; i++) {
        const TabEvalTerm *one = &g_array_index(best->terms, TabEvalTerm, i);
        Term term = {.name = one->name};
        name_term(&term, rules);
        term.gain = read_term(one, best_moves, term.best) -
                    read_term(find_term(other, one->name), other_moves, term.other);
        g_array_append_val(terms, term);
    }
    return terms;
}

/* A theme, or, of the terms that only their engine knows, one term. */
typedef struct {
    TabReasonTheme theme;
    double gain;
    const Term *detail; /* the term with a label that weighs most */
} Group;

static int compare_groups(const void *a, const void *b)
{
    double one = fabs(((const Group *)a)->gain), two = fabs(((const Group *)b)->gain);
    return (one < two) - (one > two);
}

static GArray *group_terms(const GArray *terms)
{
    GArray *groups = g_array_new(FALSE, TRUE, sizeof(Group));
    for (guint i = 0; i < terms->len; i++) {
        const Term *term = &g_array_index(terms, Term, i);
        Group *group = NULL;
        for (guint k = 0; k < groups->len && !group && term->theme != TAB_REASON_OTHER; k++)
            if (g_array_index(groups, Group, k).theme == term->theme)
                group = &g_array_index(groups, Group, k);
        if (!group) {
            g_array_append_val(groups, ((Group){.theme = term->theme}));
            group = &g_array_index(groups, Group, groups->len - 1);
        }
        group->gain += term->gain;
        if (term->label && (!group->detail || fabs(group->detail->gain) < fabs(term->gain)))
            group->detail = term;
    }
    g_array_sort(groups, compare_groups);
    return groups;
}

/* How much of the term there is: the side's own if that differs, else the other side's. */
static char *tell_detail(const Term *term)
{
    if (fabs(term->best[0] - term->other[0]) >= LEAST_DIFFERENCE)
        return compare_means(term->label, term->best[0], term->other[0]);
    if (fabs(term->best[1] - term->other[1]) < LEAST_DIFFERENCE)
        return NULL;
    /* Translators: something that is counted, such as “Stones in danger”, of the other side. */
    g_autofree char *label = g_strdup_printf(_("%s, of the other side"), term->label);
    return compare_means(label, term->best[1], term->other[1]);
}

static char *tell_group(const Group *group, double share, TabReasonOther called)
{
    g_autofree char *part = tab_number_text_percent(share, 0);
    g_autofree char *name = group->theme == TAB_REASON_OTHER && group->detail
                                /* Translators: a term by the name that an engine gives it. */
                                ? g_strdup_printf(_("“%s”"), group->detail->name)
                                : g_strdup(theme_name(group->theme));
    g_autofree char *detail = group->detail ? tell_detail(group->detail) : NULL;
    g_autofree char *claim =
        group->gain > 0
            /* Translators: a theme, such as Safety, and its part of the difference in per cent. */
            ? g_strdup_printf(_("%s: for the best turn (%s)."), name, part)
            : called == TAB_REASON_YOURS
                  ? g_strdup_printf(_("%s: for your turn (%s)."), name, part)
                  : g_strdup_printf(_("%s: for the next best turn (%s)."), name, part);
    return g_strjoin(" ", claim, detail, NULL);
}

GPtrArray *tab_turn_reasons_by_terms(const TabRules *rules, const TabEvalAnswer *best,
                                     bool best_moves, const TabEvalAnswer *other, bool other_moves,
                                     TabReasonOther called)
{
    GPtrArray *reasons = g_ptr_array_new_with_free_func(free_reason);
    g_autoptr(GArray) terms = read_terms(rules, best, best_moves, other, other_moves);
    g_autoptr(GArray) groups = group_terms(terms);
    double all = 0;
    for (guint i = 0; i < groups->len; i++)
        all += fabs(g_array_index(groups, Group, i).gain);
    for (guint i = 0; i < groups->len && all > 0; i++) {
        const Group *group = &g_array_index(groups, Group, i);
        double share = fabs(group->gain) / all;
        if (share >= LEAST_SHARE)
            add(reasons, group->theme, group->gain > 0 ? 1 : -1, share,
                tell_group(group, share, called));
    }
    return reasons;
}
