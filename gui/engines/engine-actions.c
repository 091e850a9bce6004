// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the main window that are about engines; each opens a window of its own, once.
#include "gui/engines/engine-actions.h"

#include <glib/gi18n.h>

#include "gui/engines/engine-log-window.h"
#include "gui/engines/engine-manager.h"
#include "gui/model/engine-edit.h"
#include "gui/model/wording.h"
#include "gui/widgets/action-map.h"

#define DATA "tab-engine-actions"

/* What belongs to one main window. */
typedef struct {
    GtkWindow *window; /* owns this */
    TabGameView *game; /* NULL once it is gone */
    TabEngineStore *store;
    GtkWindow *manager;      /* while it is open */
    TabEngineLogWindow *log; /* likewise */
    TabGameSession *logged;  /* whose engines the log window offers; never dereferenced */
    TabProtocolLog *extra;   /* NULL: none */
    char *extra_name;
} Engines;

static void free_engines(gpointer data)
{
    Engines *self = data;
    if (self->game)
        g_signal_handlers_disconnect_by_data(self->game, self);
    g_clear_weak_pointer(&self->game);
    g_clear_weak_pointer(&self->manager);
    g_clear_weak_pointer(&self->log);
    g_clear_object(&self->extra);
    g_object_unref(self->store);
    g_free(self->extra_name);
    g_free(self);
}

static void show_manager(Engines *self)
{
    if (!self->manager) {                     /* else something may just be typed in it */
        tab_engine_store_reload(self->store); /* others may have changed the file */
        g_set_weak_pointer(&self->manager,
                           GTK_WINDOW(tab_engine_manager_new(self->window, self->store)));
    }
    gtk_window_present(self->manager);
}

/* The engines of the game, and the one that analyses. */
static void refresh_log(Engines *self)
{
    TabGameSession *session = self->logged = tab_game_view_get_session(self->game);
    g_autoptr(GPtrArray) logs = g_ptr_array_new_with_free_func(g_object_unref);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (int side = 0; side < 2; side++) {
        TabEngineSeat *seat = session ? session->seat[side] : NULL;
        if (!seat)
            continue;
        g_ptr_array_add(logs, g_object_ref(seat->log));
        /* Translators: an engine in a list: the side that it plays, and its name. */
        g_ptr_array_add(names, g_strdup_printf(_("%s: %s"), tab_wording_side((TabSide)side),
                                               tab_engine_seat_get_name(seat)));
    }
    if (self->extra) {
        g_ptr_array_add(logs, g_object_ref(self->extra));
        g_ptr_array_add(names, g_strdup(self->extra_name));
    }
    g_ptr_array_add(names, NULL);
    tab_engine_log_window_set_logs(self->log, logs, (const char *const *)names->pdata);
}

static void show_log_window(Engines *self)
{
    if (!self->log)
        g_set_weak_pointer(&self->log, tab_engine_log_window_new(self->window));
    refresh_log(self);
    gtk_window_present(GTK_WINDOW(self->log));
}

/* An engine that nobody has named, and that had not told its name before, has done so in a game. */
static void note_name(Engines *self, TabEngineSeat *seat)
{
    const GPtrArray *configs = self->store->configs;
    g_object_set_data(G_OBJECT(seat), "tab-noted", self); /* tried once */
    for (guint i = 0; i < configs->len; i++) {
        const TabEngineConfig *config = configs->pdata[i];
        if (config->said_name || !tab_engine_edit_is_same_program(config, seat->config))
            continue;
        g_autoptr(TabEngineConfig) named = tab_engine_config_copy(config);
        tab_engine_store_note_name(named, seat->config->said_name);
        tab_engine_store_replace(self->store, i, named, NULL);
        return;
    }
}

static void on_game_changed(Engines *self)
{
    TabGameSession *session = tab_game_view_get_session(self->game);
    for (int side = 0; session && side < 2; side++) {
        TabEngineSeat *seat = session->seat[side];
        if (seat && seat->config && seat->config->said_name &&
            !g_object_get_data(G_OBJECT(seat), "tab-noted"))
            note_name(self, seat);
    }
    if (self->log && self->logged != tab_game_view_get_session(self->game))
        refresh_log(self);
}

TabEngineStore *tab_engine_actions_get_store(GtkApplicationWindow *window)
{
    Engines *self = g_object_get_data(G_OBJECT(window), DATA);
    return self->store;
}

void tab_engine_actions_set_extra_log(GtkApplicationWindow *window, TabProtocolLog *log,
                                      const char *name)
{
    Engines *self = g_object_get_data(G_OBJECT(window), DATA);
    g_set_object(&self->extra, log);
    g_free(self->extra_name);
    self->extra_name = g_strdup(name);
    if (self->log)
        refresh_log(self);
}

void tab_engine_actions_add(GtkApplicationWindow *window, TabGameView *game)
{
    static const TabAction actions[] = {
        {.name = "engines", .activate = G_CALLBACK(show_manager)},
        {.name = "engine-log", .activate = G_CALLBACK(show_log_window)},
    };
    Engines *self = g_new0(Engines, 1);
    self->window = GTK_WINDOW(window);
    g_set_weak_pointer(&self->game, game);
    self->store = tab_engine_store_new(NULL);
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    g_signal_connect_swapped(game, "changed", G_CALLBACK(on_game_changed), self);
    g_object_set_data_full(G_OBJECT(window), DATA, self, free_engines);
}
