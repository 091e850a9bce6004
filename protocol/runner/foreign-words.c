// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the options of other match runners: what is the same here, or what to write instead.
#include "protocol/runner/foreign-words.h"

#include <string.h>

#include "protocol/text/keywords.h"

/* What has the same name and the same meaning here is in neither table; what has the same name and
 * another form is below. */

/* Words that mean the same as ours, which may be none, if it is done anyway; a value stays. */
static const struct {
    const char *word, *ours;
} same[] = {
    {"srand", "--seed"},         {"ratinginterval", "--rating-interval"},
    {"repeat", "--pairs"},       {"recover", "--on-error=forfeit"},
    {"force-concurrency", NULL},
};

/* Words that have no equal, and what to write instead. */
static const struct {
    const char *word, *advice;
} others[] = {
    {"config", "--journal FILE --resume goes on with a match that was broken off"},
    {"autosaveinterval", "--journal FILE keeps every game as it ends"},
    {"pgnout", "--record FILE writes the games, with --append after those that are there"},
    {"epdout", "--record FILE writes the games"},
    {"maxmoves", "--max-turns N draws a game; a turn of each side counts"},
    {"variant", "--rules RULES says what is played"},
    {"noswap", "the seats are always exchanged; --no-pairs gives each game sticks of its own"},
    {"reverse", "the first engine is White in the first game"},
    {"tb", "--judge SPEC --tables win=P,pieces=N ends games whose value is known"},
    {"tbpieces", "--tables pieces=N says from how many pieces on the judge is asked"},
    {"tbignore50", "--tables win=P,pieces=N ends games whose value is known"},
    {"tbadjudicate", "--tables win=P,pieces=N ends games whose value is known"},
    {"scoreinterval", "--rating-interval N prints the standings"},
    {"outcomeinterval", "--rating-interval N prints the standings"},
    {"output", "--json FILE writes all figures"},
    {"site", "--event TEXT is the tag that there is"},
    {"wait", "a game begins when the engines are ready, at most --ready-time SECONDS later"},
    {"debug", "--log FILE writes every line to and from the engines"},
    {"compliance", "tab-match conform asks an engine every point of the protocol"},
    {"bookmode", "--openings file=FILE starts games from positions"},
    {"startup-ms", "--handshake-time SECONDS is the longest start"},
    {"ucinewgame-ms", "--ready-time SECONDS is the longest wait before a game"},
    {"ping-ms", "--ready-time SECONDS is the longest wait before a game"},
};

static gboolean refuse(const char *word, const char *advice, GError **error)
{
    return tab_keywords_refuse_value(
        error, "'%s' is a word of other match runners; here %s (tab-match --help says more)", word,
        advice);
}

/* Whether the option `word`, with one dash or two, has this name. */
static gboolean is_named(const char *word, const char *name)
{
    gsize dashes = strspn(word, "-"), length = strlen(name);
    return (dashes == 1 || dashes == 2) && !strncmp(word + dashes, name, length) &&
           (!word[dashes + length] || word[dashes + length] == '=');
}

/* Takes "-log file=F" as "--log F"; further words of its list say what is written to it, and all is
 * written here. `*arg` is the option. */
static gboolean take_log(GStrvBuilder *words, char ***arg, GError **error)
{
    char **next = *arg + 1;
    if (!*next || !g_str_has_prefix(*next, "file=")) {
        g_strv_builder_add(words, **arg);
        return TRUE;
    }
    if (next[1] && *next[1] != '-' && strchr(next[1], '='))
        return refuse(next[1], "--log FILE writes every line to and from the engines", error);
    g_strv_builder_add_many(words, "--log", *next + strlen("file="), NULL);
    *arg = next;
    return TRUE;
}

/* The option at `*arg`, which it leaves at the last word taken. */
static gboolean take_option(GStrvBuilder *words, char ***arg, GError **error)
{
    const char *word = **arg, *value = strchr(word, '='), *next = (*arg)[1];
    for (guint i = 0; i < G_N_ELEMENTS(others); i++)
        if (is_named(word, others[i].word))
            return refuse(word, others[i].advice, error);
    if (!value && is_named(word, "log"))
        return take_log(words, arg, error);
    if (!value && is_named(word, "report") && next && g_str_has_prefix(next, "penta="))
        return refuse(next, "pairs are always told, and --report FILE writes a page", error);
    for (guint i = 0; i < G_N_ELEMENTS(same); i++) {
        if (!is_named(word, same[i].word))
            continue;
        g_autofree char *ours = g_strconcat(same[i].ours ? same[i].ours : "", value, NULL);
        if (same[i].ours)
            g_strv_builder_add(words, ours);
        /* as often as its games are played here */
        *arg += is_named(word, "repeat") && next && g_str_equal(next, "2");
        return TRUE;
    }
    g_strv_builder_add(words, word);
    return TRUE;
}

GStrv tab_foreign_words_translate(char **argv, GError **error)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (char **arg = argv; *arg; arg++) {
        if (arg == argv || **arg != '-')
            g_strv_builder_add(words, *arg);
        else if (!take_option(words, &arg, error))
            return NULL;
    }
    return g_strv_builder_end(words);
}
