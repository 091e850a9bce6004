// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the game's sounds, as loud as is set; silent where there is no sound server, or nothing to
// play with.
#include "gui/sound/sound-player.h"

#ifdef HAVE_GSOUND
#include <gsound.h>
#include <math.h>

#include "gui/widgets/program-folders.h"

struct _TabSoundPlayer {
    GSettings *settings;
    GSoundContext *context; /* NULL until it is open, and where there is no sound */
    GCancellable *opening;
    char *folder;                /* of the files; NULL: they are nowhere */
    GList *queued;               /* of Queued */
    TabSoundPlayerSilent silent; /* NULL: nobody is told */
    gpointer owner;
};

/* A sound that is to be heard later. */
typedef struct {
    TabSoundPlayer *player;
    TabSound sound;
    guint source;
} Queued;

gboolean tab_sound_player_is_supported(void)
{
    return TRUE;
}

/* Looks for a server, which may take its time. */
static void open_context(GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
    GError *error = NULL;
    GSoundContext *context = gsound_context_new(NULL, &error);
    /* by the sound server alone: without one, ALSA would print its complaints */
    if (context && gsound_context_set_driver(context, "pulse", &error) &&
        gsound_context_set_attributes(context, &error, GSOUND_ATTR_APPLICATION_ID,
                                      "org.tabgame.Tab", GSOUND_ATTR_MEDIA_ROLE, "game", NULL) &&
        gsound_context_open(context, &error)) {
        g_task_return_pointer(task, context, g_object_unref);
        return;
    }
    g_clear_object(&context);
    g_task_return_error(task, error);
}

static void on_opened(GObject *source, GAsyncResult *result, gpointer user_data)
{
    TabSoundPlayer *player = user_data;
    g_autoptr(GError) error = NULL;
    GSoundContext *context = g_task_propagate_pointer(G_TASK(result), &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return; /* the player is gone */
    player->context = context;
    if (context)
        return;
    g_debug("no sounds: %s", error->message);
    if (player->silent)
        player->silent(player->owner);
}

TabSoundPlayer *tab_sound_player_new(GSettings *settings, TabSoundPlayerSilent silent,
                                     gpointer owner)
{
    TabSoundPlayer *player = g_new0(TabSoundPlayer, 1);
    player->silent = silent;
    player->owner = owner;
    player->settings = g_object_ref(settings);
    player->folder = tab_program_folders_find_sounds();
    player->opening = g_cancellable_new();
    g_autoptr(GTask) task = g_task_new(NULL, player->opening, on_opened, player);
    g_task_run_in_thread(task, open_context);
    return player;
}

static void free_queued(gpointer data)
{
    Queued *queued = data;
    g_source_remove(queued->source);
    g_free(queued);
}

void tab_sound_player_free(TabSoundPlayer *player)
{
    g_cancellable_cancel(player->opening);
    g_list_free_full(player->queued, free_queued);
    g_clear_object(&player->context);
    g_object_unref(player->opening);
    g_object_unref(player->settings);
    g_free(player->folder);
    g_free(player);
}

/* Half as loud to the ear is about 10 dB less; the setting is a share of the amplitude. */
static void play_now(TabSoundPlayer *player, TabSound sound)
{
    int volume = g_settings_get_int(player->settings, "sound-volume");
    if (!player->context || !player->folder || volume <= 0 ||
        !g_settings_get_boolean(player->settings, "sounds"))
        return;
    char decibels[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(decibels, sizeof decibels, "%.1f", 20.0 * log10(volume / 100.0));
    g_autofree char *path = g_build_filename(player->folder, tab_sound_file_name(sound), NULL);
    g_autoptr(GError) error = NULL;
    if (!gsound_context_play_simple(player->context, NULL, &error, GSOUND_ATTR_MEDIA_FILENAME, path,
                                    GSOUND_ATTR_CANBERRA_VOLUME, decibels, NULL))
        g_debug("%s: %s", path, error->message);
}

static gboolean on_due(gpointer user_data)
{
    Queued *queued = user_data;
    TabSoundPlayer *player = queued->player;
    player->queued = g_list_remove(player->queued, queued);
    play_now(player, queued->sound);
    g_free(queued);
    return G_SOURCE_REMOVE;
}

void tab_sound_player_play(TabSoundPlayer *player, TabSound sound, unsigned delay)
{
    if (!delay) {
        play_now(player, sound);
        return;
    }
    Queued *queued = g_new(Queued, 1);
    *queued = (Queued){player, sound, g_timeout_add(delay, on_due, queued)};
    player->queued = g_list_prepend(player->queued, queued);
}

#else

/* Built without sounds: there is nothing to keep. */
struct _TabSoundPlayer {
    char unused;
};

gboolean tab_sound_player_is_supported(void)
{
    return FALSE;
}

TabSoundPlayer *tab_sound_player_new(GSettings *settings, TabSoundPlayerSilent silent,
                                     gpointer owner)
{
    return g_new0(TabSoundPlayer, 1);
}

void tab_sound_player_free(TabSoundPlayer *player)
{
    g_free(player);
}

void tab_sound_player_play(TabSoundPlayer *player, TabSound sound, unsigned delay)
{
}

#endif
