// SPDX-License-Identifier: GPL-3.0-or-later
// Marks words that people read in their own language: found by xgettext, looked up with
// g_dgettext() where they are used, which leaves them as they are in a program without
// translations.
#pragma once

#define N_(text) text
/* With a context, looked up with g_dpgettext2(). */
#define NC_(context, text) text
/* The same for two texts by number, looked up with g_dngettext(): a pair for an array of two. */
#define NN_(one, many)                                                                             \
    {                                                                                              \
        one, many                                                                                  \
    }
