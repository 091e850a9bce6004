// SPDX-License-Identifier: GPL-3.0-or-later
// The throws of Tâb by name, for tests that are about Tâb alone.
#pragma once

#include "protocol/rules/types.h"

/* Rows of the board, kinds of throw of the cast, and the number of each kind there. */
#define TAB_ROWS 4
#define TAB_N_THROWS 5
enum { TAB_THROW_1 = 0, TAB_THROW_2 = 1, TAB_THROW_3 = 2, TAB_THROW_4 = 3, TAB_THROW_6 = 4 };
static inline int tab_throw_value(int index)
{
    return index == TAB_THROW_6 ? 6 : index + 1;
}
static inline int tab_throw_kind(int value)
{
    return value == 6 ? TAB_THROW_6 : value >= 1 && value <= 4 ? value - 1 : -1;
}
static inline bool tab_throw_again(int index)
{
    return index != TAB_THROW_2 && index != TAB_THROW_3;
}
