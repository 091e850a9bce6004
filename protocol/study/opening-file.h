// SPDX-License-Identifier: GPL-3.0-or-later
// A file of openings that grows hand by hand, and is gone on with by a later run.
#pragma once

#include "protocol/study/opening-table.h"

typedef struct _TabOpeningFile TabOpeningFile;

/* Opens the file to go on with, made if it is not there, and locks it against other runs. What a
 * run that was killed has written in part is cut off. Fails with G_FILE_ERROR (G_FILE_ERROR_AGAIN:
 * another run has it), and with TAB_RULES_ERROR if it is no file of openings, or if `method`
 * (tab_opening_method_to_csv()) is not that of those in it; messages name the file. Nothing is
 * changed then. */
TabOpeningFile *tab_opening_file_open(const char *path, const char *method, GError **error);
void tab_opening_file_free(TabOpeningFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOpeningFile, tab_opening_file_free)

/* The turns of a situation that were in the file when it was opened, to be freed with
 * g_array_unref; NULL: it was not. */
GArray *tab_opening_file_look_up(const TabOpeningFile *file, const TabRules *rules,
                                 const TabSituation *situation);

/* Adds an opening with one write and waits for the disk; one that was there is not written again.
 * If it cannot be written what came of it is cut off again. */
gboolean tab_opening_file_add(TabOpeningFile *file, const TabOpeningHand *opening, GError **error);
