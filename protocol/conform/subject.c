// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the rulesets that an engine is asked about from what its handshake promises.
#include "protocol/conform/subject.h"

#include <string.h>

#include "protocol/conform/walk.h"

/* The base of an engine that plays it; of others the first preset that they play. */
static const char base[] = "walker";

/* Rulesets that between them use every value of every switch, on boards small enough that a game
 * gets around. Only engines that promise `any` are asked about those with changed switches. */
static const char *const samples[] = {
    "walker:columns=5",
    "standard:columns=6",
    "bell:columns=5",
    "lane:columns=7",
    "ludii:columns=5",
    "jordan",
    "standard",
    "bell",
    "ludii",
    "walker:columns=11,pieces=4",
    "walker:columns=7,row4-move=last,row4-exit=one-home-pile",
    "standard:columns=6,stack-return=keep,jump-enemies=no,row4-entry=open",
    "standard:columns=5,row4-entry=open,row4-once=no,row4-move=free",
    "standard:columns=5,stack-return=loosen,opening=highest,stack-split=none",
    "lane:columns=8,christians=no,row4-safe=yes",
    "bell:columns=6,stack-return=reduce,tab-duty=free,row4-move=home-empty-single",
    "bell:columns=5,throws=at-once,opening-tab=spent",
    "jordan:columns=6,return-test=revisit,stack-return=reduce",
    "ludii:columns=6,opening-tab=counts,opening=first",
    "tozeur:columns=5",
    "mzab:columns=5",
    "siryu:columns=5",
    "kioz:columns=5",
    "deleb:columns=5",
    "tablan:columns=5",
    "bakhri:columns=5",
    "daldos:columns=5",
    "daldosa:columns=5",
    "sahkku:columns=5",
    "sahkku:columns=7,facing=mirror,sleepers=safe",
};

TabSubject *tab_subject_new(TabEngineConfig *config, double scale, const char *rules,
                            GError **error)
{
    g_autoptr(TabSubject) subject = g_new0(TabSubject, 1);
    subject->config = config;
    subject->scale = scale;
    subject->identity = tab_identity_new();
    subject->rulesets = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    TabRuleset only;
    if (rules && !tab_ruleset_parse(rules, &only, error))
        return NULL;
    subject->only = rules ? g_memdup2(&only, sizeof only) : NULL;
    return g_steal_pointer(&subject);
}

void tab_subject_free(TabSubject *subject)
{
    if (!subject)
        return;
    tab_engine_config_free(subject->config);
    tab_identity_free(subject->identity);
    g_free(subject->only);
    g_free(subject->anchor_throws);
    g_ptr_array_unref(subject->rulesets);
    g_free(subject);
}

gboolean tab_subject_promises(const TabSubject *subject, const TabRuleset *ruleset)
{
    TabRuleset preset = tab_ruleset_preset(ruleset->preset);
    if (!subject->identity->rules->len) /* it says nothing: then what it must start with */
        return !memcmp(&preset, ruleset, sizeof preset) && ruleset->preset == TAB_DEFAULT_PRESET;
    return tab_identity_plays(subject->identity, tab_ruleset_preset_name(ruleset->preset),
                              tab_ruleset_columns(ruleset), tab_ruleset_changes_switch(ruleset));
}

gboolean tab_subject_plays(const TabSubject *subject, const TabRuleset *ruleset)
{
    const TabRuleset *only = subject->only;
    if (only) {
        TabRuleset preset = tab_ruleset_preset(only->preset);
        gboolean bare = !memcmp(&preset, only, sizeof preset);
        if (bare ? ruleset->preset != only->preset : memcmp(ruleset, only, sizeof *only) != 0)
            return FALSE;
    }
    return tab_subject_promises(subject, ruleset);
}

TabRules *tab_subject_rules(const TabSubject *subject, const char *text)
{
    TabRuleset ruleset;
    if (!tab_ruleset_parse(text, &ruleset, NULL) || !tab_subject_plays(subject, &ruleset))
        return NULL;
    return tab_rules_new(&ruleset);
}

/* This preset at its own width, else at the least other that is played. */
static TabRules *at_some_width(const TabSubject *subject, const char *preset)
{
    TabRules *rules = tab_subject_rules(subject, preset);
    for (guint columns = TAB_MIN_COLUMNS; !rules && columns <= TAB_MAX_COLUMNS; columns++) {
        g_autofree char *text = g_strdup_printf("%s:columns=%u", preset, columns);
        rules = tab_subject_rules(subject, text);
    }
    return rules;
}

/* Takes over `rules`, which may be NULL. */
static void add_ruleset(TabSubject *subject, TabRules *rules)
{
    gboolean fresh = rules != NULL;
    for (guint i = 0; fresh && i < subject->rulesets->len; i++) {
        const TabRules *other = g_ptr_array_index(subject->rulesets, i);
        fresh = memcmp(&other->set, &rules->set, sizeof rules->set) != 0;
    }
    if (fresh)
        g_ptr_array_add(subject->rulesets, rules);
    else
        g_clear_pointer(&rules, tab_rules_unref);
}

gboolean tab_subject_choose(TabSubject *subject)
{
    if (subject->only)
        add_ruleset(subject,
                    tab_subject_plays(subject, subject->only)
                        ? tab_rules_new(subject->only)
                        : at_some_width(subject, tab_ruleset_preset_name(subject->only->preset)));
    add_ruleset(subject, at_some_width(subject, base));
    for (unsigned preset = 0; preset < TAB_N_PRESETS; preset++)
        add_ruleset(subject, at_some_width(subject, tab_ruleset_preset_name(preset)));
    for (guint i = 0; i < G_N_ELEMENTS(samples); i++)
        add_ruleset(subject, tab_subject_rules(subject, samples[i]));
    if (!subject->rulesets->len && subject->only)
        return FALSE;
    if (!subject->rulesets->len) { /* it promises nothing that there is */
        TabRuleset standard = tab_ruleset_preset(TAB_DEFAULT_PRESET);
        g_ptr_array_add(subject->rulesets, tab_rules_new(&standard));
    }
    subject->base = g_ptr_array_index(subject->rulesets, 0);
    tab_position_start(subject->base, TAB_BLACK, &subject->anchor);
    tab_walk_complete(subject->base, &subject->anchor.throws, "3");
    subject->anchor_throws = tab_notation_throws_to_words(subject->base, &subject->anchor.throws);
    return TRUE;
}
