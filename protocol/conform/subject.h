// SPDX-License-Identifier: GPL-3.0-or-later
// The engine under test: how it is started, what it says of itself, what it is therefore asked
// about.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/client/identity.h"
#include "protocol/rules/position.h"

typedef struct {
    TabEngineConfig *config;
    double scale;          /* of all deadlines */
    TabIdentity *identity; /* of its handshake, empty if there was none */
    TabRuleset *only;      /* --rules: asked about nothing else; NULL: all that it promises */
    TabRules *base;        /* serves wherever any ruleset does; throws=collect if it plays that */
    GPtrArray *rulesets;   /* of TabRules: a sample of those that it promises, the base first */
    /* Where a dialogue starts that needs no more than a position: Black won the opening, and with
     * these throws at hand it has, under most rules, a single turn. */
    TabSituation anchor;
    char *anchor_throws; /* the same throws as the command `throw` wants them */
} TabSubject;

/* Takes `config` over. With `rules` the questions are limited to this rules string; a
 * preset alone leaves its widths free. NULL if it is none. */
TabSubject *tab_subject_new(TabEngineConfig *config, double scale, const char *rules,
                            GError **error);
void tab_subject_free(TabSubject *subject);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSubject, tab_subject_free)

/* Chooses the rulesets when the identity is complete. False if it is limited to what the engine
 * does not promise. */
gboolean tab_subject_choose(TabSubject *subject);

/* Whether the handshake promises this ruleset, and --rules does not leave it out. */
gboolean tab_subject_plays(const TabSubject *subject, const TabRuleset *ruleset);
/* The same for a rules string, made ready; NULL if it is not played. Free with tab_rules_unref. */
TabRules *tab_subject_rules(const TabSubject *subject, const char *text);
/* Whether the handshake promises it, whatever --rules says. */
gboolean tab_subject_promises(const TabSubject *subject, const TabRuleset *ruleset);
