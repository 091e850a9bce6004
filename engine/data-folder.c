// SPDX-License-Identifier: GPL-3.0-or-later
// The places where data lies.
#include "engine/data-folder.h"

#include "protocol/files/own-place.h"

/* From the folder of the program: in the build tree, and installed. */
static const char *const places[] = {"../data", "../share/tab"};

char *tab_data_folder(const char *name)
{
    return tab_own_place(places, G_N_ELEMENTS(places), name, TAB_OWN_FOLDER);
}
