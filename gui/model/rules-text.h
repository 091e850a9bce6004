// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset in words: how it differs from its preset, and how a game is played by it. What each
// switch is called and does, and where each preset is from, stands in its row (ruleset.h).
#pragma once

#include "protocol/rules/rules.h"

/* All texts are translated. */

/* The proper name of a preset; never freed. */
const char *tab_rules_text_preset(unsigned preset);
/* Where it is from, and what is special about it, in short; never freed. */
const char *tab_rules_text_place(unsigned preset);
const char *tab_rules_text_gist(unsigned preset);
/* How long a game of it takes on its own board: "about 20 minutes". Free with g_free. */
char *tab_rules_text_time(unsigned preset);
/* What a game's rules are called, with its own board: "Lane 1836 · 4×9", or "Lane 1836, changed ·
 * 4×9" where other switches than the width are not the preset's. Free with g_free. */
char *tab_rules_text_name(const TabRules *rules);
/* What a kind of throw is called in a list of them: its number, but the sir by its name. Never
 * freed. */
const char *tab_rules_text_throw(const TabCast *cast, int kind);

/* The switches in which `set` differs from its preset, as "title: value" with "; " between them; ""
 * if there are none. Free with g_free. */
char *tab_rules_text_changes(const TabRuleset *set);
/* The same as a sentence that names the preset. */
char *tab_rules_text_difference(const TabRuleset *set);

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
