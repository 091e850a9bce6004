// SPDX-License-Identifier: GPL-3.0-or-later
// Two sources that live as long as their engine: turns go by much faster than deadlines pass, and
// mostly come with the cancellable of the turn before.
#include "protocol/client/wait.h"

struct TabWait {
    void (*late)(gpointer), (*cancelled)(gpointer);
    gpointer owner;
    GSource *timer;  /* set for `deadline` or earlier */
    gint64 deadline; /* monotonic time, µs; 0: none */
    GCancellable *cancellable;
    GSource *cancel_source;
};

static gboolean dispatch_timer(GSource *source, GSourceFunc func, gpointer data)
{
    return func(data);
}

static gboolean on_timer(gpointer data)
{
    TabWait *wait = data;
    gboolean over = wait->deadline && g_get_monotonic_time() >= wait->deadline;
    g_source_set_ready_time(wait->timer, over || !wait->deadline ? -1 : wait->deadline);
    if (over) {
        wait->deadline = 0;
        wait->late(wait->owner);
    }
    return G_SOURCE_CONTINUE;
}

TabWait *tab_wait_new(void (*late)(gpointer owner), void (*cancelled)(gpointer owner),
                      gpointer owner)
{
    static GSourceFuncs funcs = {.dispatch = dispatch_timer};
    TabWait *wait = g_new0(TabWait, 1);
    wait->late = late;
    wait->cancelled = cancelled;
    wait->owner = owner;
    wait->timer = g_source_new(&funcs, sizeof(GSource));
    g_source_set_callback(wait->timer, on_timer, wait, NULL);
    g_source_attach(wait->timer, g_main_context_get_thread_default());
    return wait;
}

static void forget_cancellable(TabWait *wait)
{
    if (wait->cancel_source)
        g_source_destroy(wait->cancel_source);
    g_clear_pointer(&wait->cancel_source, g_source_unref);
    g_clear_object(&wait->cancellable);
}

void tab_wait_free(TabWait *wait)
{
    if (!wait)
        return;
    g_source_destroy(wait->timer);
    g_source_unref(wait->timer);
    forget_cancellable(wait);
    g_free(wait);
}

/* To move a source costs two system calls: a later deadline is only noted until it runs. */
void tab_wait_set_deadline(TabWait *wait, guint ms)
{
    wait->deadline = g_get_monotonic_time() + (gint64)ms * 1000;
    gint64 set = g_source_get_ready_time(wait->timer);
    if (set < 0 || set > wait->deadline)
        g_source_set_ready_time(wait->timer, wait->deadline);
}

void tab_wait_clear_deadline(TabWait *wait)
{
    wait->deadline = 0;
}

static gboolean on_watched_cancelled(GCancellable *cancellable, gpointer data)
{
    TabWait *wait = data;
    wait->cancelled(wait->owner);
    return G_SOURCE_CONTINUE;
}

gboolean tab_wait_watch(TabWait *wait, GCancellable *cancellable)
{
    if (cancellable != wait->cancellable) {
        forget_cancellable(wait);
        if (cancellable) {
            wait->cancellable = g_object_ref(cancellable);
            wait->cancel_source = g_cancellable_source_new(cancellable);
            g_source_set_callback(wait->cancel_source, G_SOURCE_FUNC(on_watched_cancelled), wait,
                                  NULL);
            g_source_attach(wait->cancel_source, g_main_context_get_thread_default());
        }
    }
    return cancellable && g_cancellable_is_cancelled(cancellable);
}
