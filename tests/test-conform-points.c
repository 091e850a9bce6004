// SPDX-License-Identifier: GPL-3.0-or-later
// Single points of the norm, each asked of one engine that is wrong there: what the verdict says.
//
// The engines of the zoo (test-conform.py) have one fault or two for each point, and are asked all
// of them. Here are further ones: our engine with an answer, or a command, that sed changes on its
// way, or sed alone, for what needs no rules. A point takes milliseconds so.
#include <signal.h>
#include <string.h>

#include "built-engine.h"
#include "protocol/codec/message.h"
#include "protocol/conform/check.h"

/* Our engine, whose answers are changed, or whose commands are. */
#define SAYING(script) "\"$ENGINE\" | sed -u '" script "'"
#define TOLD(script) "sed -u '" script "' | \"$ENGINE\""
#define OURS "exec \"$ENGINE\""
/* An engine that answers isready and knows these commands. */
#define KNOWING(script) "exec sed -un -e 's/^isready.*/readyok/p' -e '" script "'"
/* The same, and ends or writes as the shell says for these. */
#define IN_SHELL(cases)                                                                            \
    "while read -r verb rest; do case $verb in isready) echo readyok;; " cases " esac; done"

/* --- asking --- */

/* Takes in the lines of a handshake as tab-match does. */
static void introduce(TabSubject *subject, const char *handshake)
{
    g_auto(GStrv) lines = g_strsplit(handshake, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(TabMessage) message = {0};
        g_assert_true(tab_message_parse(&message, *line, -1, NULL));
        tab_identity_take(subject->identity, &message);
    }
}

/* An engine in the language of the shell, of which `handshake` is known; NULL: it plays
 * everything. */
static TabSubject *new_subject(const char *script, const char *handshake, const char *rules)
{
    const char *shell[] = {"sh", "-c", script, NULL};
    TabEngineConfig *config = built_engine("engine/tab-engine");
    tab_engine_config_set_environment(config, "ENGINE", config->argv[0]);
    tab_engine_config_set_environment(config, "LC_ALL", "C");
    g_strfreev(config->argv);
    config->argv = g_strdupv((char **)shell);
    g_autoptr(GError) error = NULL;
    const char *scale = g_getenv("TAB_TEST_TIME_SCALE");
    /* what is asked about here is wrong, not late, which much else at a time may make it */
    TabSubject *subject =
        tab_subject_new(config, 5 * (scale ? g_ascii_strtod(scale, NULL) : 1), rules, &error);
    g_assert_no_error(error);
    introduce(subject, handshake ? handshake : "rules any columns 5 29");
    g_assert_true(tab_subject_choose(subject));
    return subject;
}

static const TabPoint *find_point(guint number)
{
    static const TabPoint *const lists[] = {
        tab_points_lines, tab_points_states,  tab_points_handshake, tab_points_position,
        tab_points_go,    tab_points_inspect, tab_points_casts};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
        for (const TabPoint *point = lists[i]; point->title; point++)
            if (point->number == number)
                return point;
    g_assert_not_reached();
}

/* As tab-match asks a point of a process that has just been started. */
static void ask(TabCheck *check, const TabPoint *point)
{
    if (!(point->flags & TAB_POINT_FRESH))
        tab_check_settle(check);
    tab_point_check(check, point);
}

/* --- the engines --- */

typedef struct {
    guint point;
    const char *name;            /* of the engine: what it does */
    const char *engine;          /* for the shell */
    const char *expected, *came; /* what the verdict begins with; `expected` NULL: it is skipped
                                    because of `came`, or holds where that is NULL too */
    const char *rules;           /* --rules */
    const char *handshake;       /* what is known of it; NULL: it plays everything */
} Row;

/* Lines, states and how a process ends. */
static const Row processes[] = {
    {16, "is killed", IN_SHELL("go) kill -9 $$;;"), "readyok",
     "the engine was ended by signal 9 (Killed)"},
    {16, "closes its output", IN_SHELL("go) exec >&- 2>&-; exec sleep 9;;"), "readyok",
     "the engine closed its output"},
    {16, "says why it ends", IN_SHELL("go) seq 3000 >&2; echo 'out of luck' >&2; exit 3;;"),
     "readyok", "the engine ended with status 3; it last said: out of luck"},
    {16, "ends without a word", "exec 2>&-; " IN_SHELL("go) exit 4;;"), "readyok",
     "the engine ended with status 4"},
    {78, "ends while it thinks", IN_SHELL("go) exit 5;;"), "an answer",
     "the engine ended with status 5"},
    {16, "never stops talking", "read -r line; exec yes \"$(printf %9999s x)\"", "readyok",
     "more output than any answer needs"},
    {12, "writes errors that are no UTF-8", KNOWING("s/.*/error unknown-command \\xff/p"),
     "an error text in UTF-8", "bytes that are no UTF-8"},
    {22, "is killed by quit", IN_SHELL("quit) kill -15 $$;;"), "an orderly end",
     "the process was ended by signal 15"},
    {22, "is gone before it quits", "exit 6", "readyok", "the engine ended with status 6"},
    {17, "thinks to the end", KNOWING("s/^go.*/bestmove none/p"), "error busy", "bestmove none"},
    {17, "is not busy for the first command", KNOWING("s/^tep.*/tepok 1/p"), "error busy",
     "tepok 1"},
    {20, "answers stop by busy", KNOWING("s/^stop.*/error busy at work/p"), "error interrupted",
     "error busy at work"},
    {19, "counts in no time", KNOWING("s/^perft.*/perft 1/p"), NULL,
     "this engine's perft is over too soon"},
    {19, "does not count", KNOWING("s/^perft.*/error unsupported perft/p"), NULL,
     "the engine does not have perft"},
    {25, "speaks when its input has ended",
     IN_SHELL("") "; echo info string bye; echo error internal", "the end of the process",
     "error internal"},
    {25, "says goodbye", IN_SHELL("") "; echo info string bye"},
    {102, "is busy when it is to count", KNOWING("s/^perft.*/error busy at work/p"), "perft",
     "error busy at work"},
    {14, "plays bell alone", OURS, NULL, "it does not promise standard",
     .handshake = "rules bell columns 5 9"},
    {38, "plays bell alone", OURS, NULL, "it does not promise standard",
     .handshake = "rules bell columns 5 9"},
};

static const char broken_rules[] = "rules <preset> columns <min> <max>, of 5 to 29";
static const char log_lines[] = "newgame, isready and readyok in that file";

/* The handshake and options. */
static const Row handshakes[] = {
    {29, "has an empty name", SAYING("s/^id name.*/id name/"), "id name", "id name"},
    {29, "mixes infos in", SAYING("s/^id author.*/&\\ninfo string hello/"),
     "id, rules and option lines alone", "info string hello"},
    {30, "promises no width", SAYING("s/^rules.*/rules walker/"), broken_rules, "rules walker"},
    {30, "promises rows", SAYING("s/columns/rows/"), broken_rules, "rules standard rows 5 29"},
    {30, "promises words", SAYING("s/columns 5/columns five/"), broken_rules,
     "rules standard columns five 29"},
    {30, "promises up to words", SAYING("s/columns 5 29/columns 5 many/"), broken_rules,
     "rules standard columns 5 many"},
    {30, "promises backwards", SAYING("s/columns 5 29/columns 29 5/"), broken_rules,
     "rules standard columns 29 5"},
    {30, "promises wide boards", SAYING("s/columns 5 29/columns 5 30/"), broken_rules,
     "rules standard columns 5 30"},
    {30, "knows a later preset", SAYING("s/^rules any.*/&\\nrules chess columns 8 99/")},
    {30, "promises nothing", SAYING("/^rules/d"), "rules lines", "none"},
    {32, "has a level of its own", OURS, "Level from 0 to 10", "0 to 9",
     .handshake = "option name Level type spin default 5 min 0 max 9"},
    {32, "counts levels from 1", OURS, "Level from 0 to 10", "1 to 10",
     .handshake = "option name Level type spin default 5 min 1 max 10"},
    {32, "has loaded sticks", OURS, "Sticks with the default fair", "the default p=0.6",
     .handshake = "option name Sticks type string default p=0.6"},
    {32, "does not say how its sticks are", OURS, "Sticks with the default fair",
     "the default is not said", .handshake = "option name Sticks type string"},
    {32, "has a level in words", OURS, "Level of type spin", "type string",
     .handshake = "option name Level type string default high"},
    {34, "has a spin without ends", KNOWING(""), NULL, NULL,
     .handshake = "option name Depth type spin default 5\noption name Clear type button\n"
                  "option name Book type file default"},
    {34, "refuses its own default", KNOWING("s/^setoption.*value 5$/error bad-argument 5/p"),
     "readyok", "error bad-argument 5", .handshake = "option name Depth type spin default 5"},
    {35, "has no option with a default", KNOWING(""), NULL, "it declares no option with a default",
     .handshake = "option name Clear type button\noption name Book type file default"},
    {35, "looks at case", KNOWING("s/^setoption name BOOK.*/error bad-argument BOOK/p"), "readyok",
     "error bad-argument BOOK",
     .handshake = "option name Clear type button\noption name Book type file default x.txt"},
    {37, "takes any number where no end is said",
     KNOWING("s/^setoption.*\\(Depth\\|nonsense.*\\)$/error bad-argument x/p"), NULL, NULL,
     .handshake = "option name Depth type spin default 5"},
    {37, "has no option with a range", KNOWING(""), NULL, "it declares no check, spin or combo",
     .handshake = "option name Book type file default x.txt"},
    {86, "opens no log", KNOWING("/^quit/q"), "the dialogue in that file", "no such file"},
    {86, "leaves its log empty",
     IN_SHELL("setoption) log=\"${rest#*value }\";; newgame) : >\"$log\";; quit) exit;;"),
     log_lines, "0 bytes without them"},
    {86, "writes no answers",
     IN_SHELL("setoption) log=\"${rest#*value }\";; newgame) echo isready newgame >\"$log\";; "
              "quit) exit;;"),
     log_lines, "16 bytes without them"},
};

/* Chances and casts. */
static const Row chances[] = {
    {97, "leaves a throw out", SAYING("/^throw 4/d"),
     "a line for each cast and each throw, rethrow, mean, throwsok", "12 lines"},
    {97, "tells no number", SAYING("s/^throw 4.*/throw 4/"), "throw 4 0.062500", "throw 4"},
    {97, "tells a number and more", SAYING("s/^throw 4 .*/throw 4 0.0625x/"), "throw 4 0.062500",
     "throw 4 0.0625x"},
    {97, "tells no mean", SAYING("s/^mean.*/mean/"), "mean 1.6", "mean"},
    {98, "throws dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {106, "throws dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {106, "has dice that do not outlast newgame",
     TOLD("/^newgame/s/$/\\nsetoption name Sticks value fair/"), "throw 1,1 ", "throw 1,1 ",
     "daldosa:columns=5"},
    {117, "has no sticks to set", OURS, NULL, NULL, "siryu:columns=5"},
    {117, "throws as Tâb does alone", OURS, NULL, "it does not promise a ruleset with another cast",
     "walker:columns=5"},
    {111, "lists an outcome too many", SAYING("s/^legal/outcome z via z\\n&/"), "no more of them",
     "outcome z via z", "bakhri:columns=5"},
    {113, "lists the first outcome alone",
     SAYING("/^outcome/{x;/./{x;d};x;h};/^legal/{x;s/.*//;x}"), "4n/5/5/M", "1 outcomes",
     "tablan:columns=5"},
    {111, "is ready before it has listed", TOLD("s/^legal/isready\\n&/"),
     .rules = "siryu:columns=5"},
    {112, "lists another outcome", SAYING("s/^outcome ./outcome z/"), "nnnnn/", "outcome znnnn/",
     "sahkku:columns=5"},
};

/* Positions, turns and throws, also of rules under which a cast is played at once. */
static const Row positions[] = {
    {45, "plays with saved throws", OURS, NULL, NULL, "bell:columns=9"},
    {48, "plays on three rows", OURS, NULL, NULL, "daldosa:columns=5"},
    {49, "plays on three rows", OURS, NULL, NULL, "sahkku:columns=5"},
    {50, "plays dice", OURS, NULL, "it does not promise a ruleset with throws=collect",
     "daldosa:columns=5"},
    {55, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {55, "takes a die alone", TOLD("s/^throw 5$/throw 1 1/"), "error bad-throw", "readyok",
     "daldosa:columns=5"},
    {55, "has a sir", OURS, NULL, NULL, "siryu:columns=5"},
    {56, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {56, "takes any dice", TOLD("s/^throw .*/isready/"), "error bad-throw", "readyok",
     "daldosa:columns=5"},
    {57, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {57, "has a sir", OURS, NULL, NULL, "siryu:columns=5"},
    {57, "keeps the first dice", TOLD("/^throw/{x;/./{x;d};x;h};/^newgame/{x;s/.*//;x}"),
     "bestmove with a legal turn", "bestmove ", "siryu:columns=5"},
};

static const char well_formed[] = "info lines as the page has them";

/* Turns that are chosen, and what is said of them. */
static const Row choices[] = {
    {14, "names no turn", SAYING("s/^bestmove.*/bestmove/"), "bestmove none at ", "bestmove "},
    {60, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {61, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {62, "has a sir", OURS, NULL, NULL, "siryu:columns=5"},
    {62, "moves what cannot move", SAYING("s/^bestmove.*pass$/bestmove 1:a1a2/"),
     "bestmove with a legal turn", "bestmove 1:a1a2 (", "siryu:columns=5"},
    {62, "goes on with a piece that has moved", OURS, NULL,
     "under the rules that it promises there is no such start", "walker:columns=5,throws=at-once"},
    {62, "has pieces that all can move", OURS, NULL,
     "under the rules that it promises there is no such start", "walker:columns=5,christians=no"},
    {72, "is bound by one turn alone", TOLD("s/ searchturns [^ ]* [^ ]*$//"),
     "one of the two turns", "bestmove "},
    {73, "has one piece", OURS, NULL, "there is little to choose from under these rules",
     "bakhri:columns=5,pieces=1"},
    {74, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {82, "says string behind others", SAYING("s/^bestmove/info depth 1 string hello\\n&/"),
     well_formed, "info depth 1 string hello (string is not alone)"},
    {82, "says string alone", SAYING("s/^bestmove/info string hello\\n&/")},
    {82, "has a level of its own", SAYING("s/^bestmove/info depth 1 level devil win 0.5\\n&/"),
     well_formed, "info depth 1 level devil win 0.5 (there is no such level)"},
    {82, "has a pv without a turn", SAYING("s/^bestmove/info depth 1 pv\\n&/"), well_formed,
     "info depth 1 pv (pv without a turn)"},
    {82, "says nonsense behind pv", SAYING("s/^bestmove/info pv 2:a1a3 depth x\\n&/"), well_formed,
     "info pv 2:a1a3 depth x (pv is not last)"},
    {82, "says nothing", SAYING("/^info/d"), NULL, "it sends no info"},
    {84, "has one best turn alone", KNOWING(""), NULL, "it does not declare MultiPV",
     .handshake = "option name MultiPV type spin default 1 min 1 max 1"},
    {84, "counts beyond", SAYING("s/multipv 2/multipv 3/"), "multipv 1 and 2", "info ",
     .handshake = "option name MultiPV type spin default 1 min 1 max 9"},
    {84, "has the same turn twice",
     SAYING("s/\\(multipv\\) 1 \\(.*\\)/&\\ninfo \\1 2 \\2/;t;/multipv 2/d"),
     "infos of the two best turns",
     "multipv 1: ", .handshake = "option name MultiPV type spin default 1 min 1 max 9"},
    {84, "tells no turns", SAYING("s/ pv .*//"), "infos of the two best turns",
     "multipv 1: none, multipv 2: none", .handshake = "option name MultiPV type spin min 1 max 9"},
};

static const char divided[] = "divide <throws> <turn> <count>, all the throws and a legal turn";
static const char eval_line[] = "eval win <p> with p from 0 to 1";
static const char term_line[] = "eval term <name> [mover <x> enemy <y>] adds <z>";
static const char bench_line[] = "bench nodes <n> nps <n> signature <hex>";

/* Inspection. */
static const Row inspections[] = {
    {87, "shows no board", SAYING("/^[a-d ]/d"), "a board, then rules, position, shown", "3 lines"},
    {87, "plays rules with a changed switch", OURS, NULL, NULL, "standard:row4-exit=one-home-pile"},
    {87, "plays with fewer pieces", OURS, NULL, NULL, "walker:pieces=4"},
    {89, "lists outcomes without turns", SAYING("/^outcome/s/ via .*//"), "outcome ", "outcome "},
    {89, "lists something else", SAYING("s/^outcome/result/"), "outcome ", "result "},
    {89, "miscounts", SAYING("s/^legal /legal 1/"), "legal ", "legal 1"},
    {89, "lists an outcome too many",
     SAYING("/^legal [0-8]$/{s/^/outcome ~ via ~\\n/;y/012345678/123456789/}"),
     "no further outcome", "outcome ~"},
    {89, "lists nothing", SAYING("/^outcome/d;s/^legal .*/legal 0/"), "outcome ",
     "the end of the list"},
    {89, "is busy", KNOWING("s/^legal.*/error busy at work/p"), "legal", "error busy at work"},
    {90, "lists turns that are not legal", SAYING("s/ via .*/ via 9:a1a2/"),
     "a legal turn behind via", "9:a1a2 ("},
    {90, "lists outcomes without turns", SAYING("/^outcome/s/ via .*//"), NULL, NULL,
     "walker:columns=5"},
    {91, "holds the opening cast", OURS, NULL, NULL, "bell:columns=5,throws=at-once"},
    {91, "plays dice", OURS, NULL, NULL, "daldosa:columns=5"},
    {91, "does not list", KNOWING("s/^legal.*/error unknown-command legal/p"), NULL,
     "the engine does not have legal"},
    {93, "counts seven", SAYING("s/^perft.*/perft 7/"), "perft ", "perft 7"},
    {103, "leaves counts out", SAYING("/pass/!s/^\\(divide [^ ]* [^ ]*\\).*/\\1/"), divided,
     "divide "},
    {103, "divides impossible throws", SAYING("s/^divide [^ ]*/divide 9/"), divided, "divide 9 "},
    {103, "divides throws that go on", SAYING("s/^divide [^ ]*/divide 4+/"), divided, "divide 4+ "},
    {103, "divides fewer throws", SAYING("s/^divide [0-9],[^ ]*/divide 2/"), divided, "divide 2 "},
    {103, "divides other throws", SAYING("s/^divide 4,/divide 6,/;t;s/^divide [16],/divide 4,/"),
     divided, "divide "},
    {103, "divides an outcome twice",
     SAYING("s/^\\(divide [^ ]* \\)\\(.:a.[ab].\\),\\(.:[cd]...\\)\\( .*\\)/&\\n\\1\\3,\\2\\4/"),
     "each outcome once", "divide ", "tablan"},
    {103, "counts them wrongly", SAYING("s/^\\(divide.*\\) [0-9]*$/\\1 77/"), "1",
     "divide 2 2:pass 77"},
    {99, "tells no chance", KNOWING("s/^eval.*/eval win/p"), eval_line, "eval win"},
    {99, "tells no number", KNOWING("s/^eval.*/eval win likely/p"), eval_line, "eval win likely"},
    {99, "tells a number and more", KNOWING("s/^eval.*/eval win 0.5f/p"), eval_line,
     "eval win 0.5f"},
    {99, "is without bounds", KNOWING("s/^eval.*/eval win inf/p"), eval_line, "eval win inf"},
    {99, "is worse than lost", KNOWING("s/^eval.*/eval win -0.1/p"), eval_line, "eval win -0.1"},
    {99, "is better than won", KNOWING("s/^eval.*/eval win 1.1/p"), eval_line, "eval win 1.1"},
    {104, "has a term without a number", KNOWING("s/^eval.*/eval term x adds\\neval win 0/p"),
     term_line, "eval term x adds"},
    {104, "has a term that adds a word", KNOWING("s/^eval.*/eval term x adds up\\neval win 0/p"),
     term_line, "eval term x adds up"},
    {104, "has a term of one side", KNOWING("s/^eval.*/eval term x mover 1 adds 3\\neval win 0/p"),
     term_line, "eval term x mover 1 adds 3"},
    {104, "has a term of two sides that adds nothing",
     KNOWING("s/^eval.*/eval term x mover 1 enemy 2\\neval win 0/p"), term_line,
     "eval term x mover 1 enemy 2"},
    {104, "has good terms",
     KNOWING("s/^eval.*/eval term x mover 1 enemy 2 adds 3\\neval\\neval win 0/p")},
    {104, "has no terms", KNOWING("s/^eval.*/eval win 0/p"), NULL, "its evaluation has no terms"},
    {100, "leaves the signature out", KNOWING("s/^bench/bench nodes 1 nps 2/p"), bench_line,
     "bench nodes 1 nps 2"},
    {100, "counts words", KNOWING("s/^bench/bench nodes x nps 2 signature f/p"), bench_line,
     "bench nodes x nps 2 signature f"},
    {100, "is as fast as a word", KNOWING("s/^bench/bench nodes 1 nps x signature f/p"), bench_line,
     "bench nodes 1 nps x signature f"},
    {100, "signs with letters", KNOWING("s/^bench/bench nodes 1 nps 2 signature fog/p"), bench_line,
     "bench nodes 1 nps 2 signature fog"},
    {100, "tells time, not speed", KNOWING("s/^bench/bench nodes 1 time 2 signature f/p"),
     bench_line, "bench nodes 1 time 2 signature f"},
    {100, "tells a sum, not a signature", KNOWING("s/^bench/bench nodes 1 nps 2 sum f/p"),
     bench_line, "bench nodes 1 nps 2 sum f"},
    {100, "has another signature each time",
     IN_SHELL("bench) n=1$n; echo bench nodes 7 nps 9 signature $n;;"), "nodes 7 signature 1",
     "nodes 7 signature 11"},
    {101, "has no help", KNOWING("s/^help/error unsupported help/p"), NULL,
     "the engine does not have help"},
    {101, "helps in one line",
     KNOWING("s/^help/tep isready setoption newgame setpos throw go stop wait quit help/p"),
     "a line for each command", "1 lines"},
};

static void test_row(gconstpointer data)
{
    const Row *row = data;
    g_autoptr(TabSubject) subject = new_subject(row->engine, row->handshake, row->rules);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabPeer) peer = tab_peer_start(subject->config, NULL, &error);
    g_assert_no_error(error);
    TabCheck check;
    tab_check_init(&check, subject, peer, FALSE);
    ask(&check, find_point(row->point));
    const char *said = row->expected ? check.came : check.reason;
    if (check.expected || check.reason)
        g_test_message("expected \"%s\", came \"%s\"", check.expected, check.came);
    g_assert_cmpint(check.verdict, ==,
                    row->expected ? TAB_VERDICT_FAILS
                    : row->came   ? TAB_VERDICT_SKIPPED
                                  : TAB_VERDICT_HOLDS);
    if (row->expected)
        g_assert_true(g_str_has_prefix(check.expected, row->expected));
    if (row->came && !g_str_has_prefix(said, row->came))
        g_error("%s does not begin with %s", said, row->came);
    tab_check_clear(&check);
}

static void add_rows(const Row *rows, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *path =
            g_strdup_printf("/conform/%u/%s%s%s", rows[i].point, rows[i].name,
                            rows[i].rules ? " under " : "", rows[i].rules ? rows[i].rules : "");
        g_test_add_data_func(path, &rows[i], test_row);
    }
}

/* --- what an engine is asked about --- */

/* The base and the number of rulesets that an engine with this handshake is asked about. */
static void test_subject(void)
{
    static const struct {
        const char *handshake, *rules, *base; /* base NULL: it does not play these rules */
        guint n;
    } rows[] = {
        {"", NULL, "standard", 1},
        {"rules chess columns 8 8", NULL, "standard", 1},
        {"rules bell columns 7 8", NULL, "bell:columns=7", 1},
        {"rules walker columns 9 9\nrules bell columns 5 5", NULL, "walker", 2},
        {"rules walker columns 5 29", "walker", "walker", 3},
        {"rules walker columns 7 8", "walker", "walker:columns=7", 1},
        {"rules walker columns 5 29", "walker:columns=7", "walker:columns=7", 1},
        {"rules walker columns 5 29", "bell", NULL, 0},
        {"rules any columns 5 29", "bell:columns=8,tab-duty=free", "bell:columns=8,tab-duty=free",
         1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *argv[] = {"true", NULL};
        g_autoptr(GError) error = NULL;
        g_autoptr(TabSubject) subject =
            tab_subject_new(tab_engine_config_new(argv), 1, rows[i].rules, &error);
        g_assert_no_error(error);
        introduce(subject, rows[i].handshake);
        g_assert_cmpint(tab_subject_choose(subject), ==, rows[i].base != NULL);
        if (!rows[i].base)
            continue;
        g_autofree char *base = tab_ruleset_to_string(&subject->base->set);
        g_assert_cmpstr(base, ==, rows[i].base);
        g_assert_cmpuint(subject->rulesets->len, ==, rows[i].n);
    }
    const char *argv[] = {"true", NULL};
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_subject_new(tab_engine_config_new(argv), 1, "walker:columns=4", &error));
    g_assert_nonnull(strstr(error->message, "columns"));
}

/* Walks end where they are told to, and lists that would be too long are none. */
static void test_walk(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("sahkku:columns=5", NULL);
    guint anew = 0;
    for (guint64 seed = 1; seed <= 40; seed++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, rules, TAB_WHITE, seed);
        tab_walk_play_turns(&walk, 1000);
        g_assert_true(tab_walk_over(&walk) || walk.n_turns == 1000);
        anew += strstr(walk.setpos->str, " again") != NULL;
        /* the turns that it tells are those that it has played */
        TabSituation situation;
        g_auto(GStrv) words = g_strsplit(walk.setpos->str, " ", -1);
        tab_position_start(rules, TAB_WHITE, &situation);
        for (guint i = 3; i < g_strv_length(words); i++) {
            TabPosition after;
            g_assert_true(tab_walk_is_legal(rules, &situation, words[i], &after, NULL));
            situation = (TabSituation){.position = after};
        }
        g_assert_cmpuint(situation.position.number, ==, walk.now.position.number);
    }
    g_assert_cmpuint(anew, >, 0);
    TabSituation situation;
    g_assert_true(tab_notation_parse_situation(rules, "n4/1Mk2/5 w 1,2,3 - 9", &situation, NULL));
    g_autoptr(GPtrArray) all = tab_walk_list(rules, &situation, 100, TRUE);
    g_assert_cmpuint(all->len, >, 1);
    g_assert_null(tab_walk_list(rules, &situation, all->len - 1, TRUE));
}

/* --- a process --- */

/* Its end can be asked for again, and its last line be one that nothing ends. */
static void test_peer_end(void)
{
    const char *argv[] = {"sh", "-c", "printf 'half a line'; printf 'bad\tluck' >&2; exit 7", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabPeer) peer = tab_peer_start(config, NULL, &error);
    g_assert_no_error(error);
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    const char *line;
    gsize length;
    int status[2] = {-1, -1};
    g_assert_true(tab_peer_wait_end(peer, end, &status[0]));
    g_assert_true(tab_peer_wait_end(peer, end, &status[1]));
    g_assert_cmpint(status[0], ==, 7 << 8);
    g_assert_cmpint(status[1], ==, status[0]);
    g_assert_cmpint(tab_peer_read(peer, end, &line, &length), ==, TAB_PEER_LINE);
    g_assert_cmpstr(line, ==, "half a line");
    g_assert_cmpint(tab_peer_read(peer, end, &line, &length), ==, TAB_PEER_ENDED);
    g_autofree char *words = tab_peer_dup_last_words(peer);
    g_assert_cmpstr(words, ==, "bad luck");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    signal(SIGPIPE, SIG_IGN);
    add_rows(processes, G_N_ELEMENTS(processes));
    add_rows(handshakes, G_N_ELEMENTS(handshakes));
    add_rows(chances, G_N_ELEMENTS(chances));
    add_rows(positions, G_N_ELEMENTS(positions));
    add_rows(choices, G_N_ELEMENTS(choices));
    add_rows(inspections, G_N_ELEMENTS(inspections));
    g_test_add_func("/conform/subject", test_subject);
    g_test_add_func("/conform/walk", test_walk);
    g_test_add_func("/conform/peer-end", test_peer_end);
    return g_test_run();
}
