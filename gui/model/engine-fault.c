// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong with an engine, in words for people; programmers read the log.
#include "gui/model/engine-fault.h"

#include <glib/gi18n-lib.h>

#include "protocol/client/error.h"

/* By code of TAB_CLIENT_ERROR; each is part of a sentence. */
static const char *const texts[] = {
    [TAB_CLIENT_ERROR_START] = N_("the engine’s program could not be started"),
    [TAB_CLIENT_ERROR_CRASHED] = N_("the engine has ended"),
    [TAB_CLIENT_ERROR_SILENT] = N_("the engine did not answer in time"),
    [TAB_CLIENT_ERROR_FLOOD] = N_("the engine said far too much"),
    [TAB_CLIENT_ERROR_BROKEN] = N_("the engine said what the protocol does not allow"),
    [TAB_CLIENT_ERROR_REFUSED] = N_("the engine refused what it was told"),
};

const char *tab_engine_fault_text(const GError *error)
{
    if (!error)
        return _(texts[TAB_CLIENT_ERROR_CRASHED]);
    if (error->domain != TAB_CLIENT_ERROR || error->code < 0 ||
        error->code >= (int)G_N_ELEMENTS(texts) || !texts[error->code])
        return error->message;
    return _(texts[error->code]);
}
