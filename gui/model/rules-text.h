// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset in words: what each switch is called and does, where each preset is from, and how a
// game is played by any ruleset.
#pragma once

#include "protocol/rules/ruleset.h"

G_BEGIN_DECLS

/* All texts are translated. Static ones are never freed. */

/* A switch for people: its title, and in a sentence or two what it decides. */
const char *tab_rules_text_switch(TabSwitch key);
const char *tab_rules_text_explain(TabSwitch key);
/* What a value of it means; NULL for numbers and beyond the last value. */
const char *tab_rules_text_value(TabSwitch key, unsigned value);

/* Whether this value may stand beside the others of `set`. Besides numbers out of range only an
 * opening tâb that counts may not, where the highest throw begins (RULES.md 4). Any width may: the
 * pieces follow it (see tab_game_setup_set_columns()). */
bool tab_rules_text_is_allowed(const TabRuleset *set, TabSwitch key, unsigned value);
/* Why the switch can only have the value it has, or decides nothing, beside the others of `set`;
 * NULL if it is free and matters. */
const char *tab_rules_text_idle(const TabRuleset *set, TabSwitch key);

/* Who recorded a preset, when and where; and what sets it apart from the others. NULL beyond the
 * last preset. */
const char *tab_rules_text_origin(unsigned preset);
const char *tab_rules_text_character(unsigned preset);

/* The switches in which `set` differs from its preset, as "title: value" with "; " between them; ""
 * if there are none. Free with g_free. */
char *tab_rules_text_changes(const TabRuleset *set);

/* A part of the rules of a game. */
typedef struct {
    const char *heading;  /* never freed */
    GPtrArray *sentences; /* of char *, at least one */
} TabRulesSection;

/* How a game is played by `set`, from the board to winning: an array of TabRulesSection *. Free
 * with g_ptr_array_unref. */
GPtrArray *tab_rules_text_sections(const TabRuleset *set);
/* The same as one text, headings on lines of their own. Free with g_free. */
char *tab_rules_text_sheet(const TabRuleset *set);

G_END_DECLS
