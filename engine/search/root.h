// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of the root: every distinct outcome looked at once, the best ones kept.
#pragma once

#include "engine/search/search.h"

/* The best root turns so far, best first. */
typedef struct {
    unsigned n, width; /* turns there are, and there is room for */
    TabSearchLine *lines[TAB_SEARCH_MAX_LINES];
    TabSearchLine *store; /* where they live */
} TabRoot;

/* Room for so many turns, at most TAB_SEARCH_MAX_LINES. */
TabRoot *tab_root_new(unsigned width);
void tab_root_free(TabRoot *root);

/* Looks at all outcomes of the root's hand (or at the turns of searchturns) once and keeps the
 * best: by static value for the engine's own evaluation, or just the one that a fixed opponent
 * plays. It finds at least one legal turn, however large the hand and
 * however short the time. False if the hand leads through more than search->max_states positions.
 */
bool tab_root_gather(TabRoot *root, const TabSearch *search, TabSearchThread *thread);

/* Puts the lines in order after values changed: by depth, then by value; equal ones stay in their
 * order. */
void tab_root_sort(TabRoot *root);
