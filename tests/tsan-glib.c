// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into programs that ThreadSanitizer watches: tells it what GLib's mutexes and conditions
// put in order. GLib itself is not built for it, and does its locking by system calls of its own.
#define _GNU_SOURCE
#include <dlfcn.h>

#include <glib.h>

/* Programs that are not watched do not have these. */
#pragma weak __tsan_acquire
#pragma weak __tsan_release
void __tsan_acquire(void *at);
void __tsan_release(void *at);

static void acquire(void *at)
{
    if (__tsan_acquire)
        __tsan_acquire(at);
}

static void release(void *at)
{
    if (__tsan_release)
        __tsan_release(at);
}

/* The function of GLib that the one with this name stands before. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

void g_mutex_lock(GMutex *mutex)
{
    static __typeof__(&g_mutex_lock) real;
    if (!real)
        real = REAL(g_mutex_lock);
    real(mutex);
    acquire(mutex);
}

gboolean g_mutex_trylock(GMutex *mutex)
{
    gboolean locked = REAL(g_mutex_trylock)(mutex);
    if (locked)
        acquire(mutex);
    return locked;
}

void g_mutex_unlock(GMutex *mutex)
{
    static __typeof__(&g_mutex_unlock) real;
    if (!real)
        real = REAL(g_mutex_unlock);
    release(mutex);
    real(mutex);
}

void g_cond_wait(GCond *cond, GMutex *mutex)
{
    release(mutex);
    REAL(g_cond_wait)(cond, mutex);
    acquire(mutex);
}

gboolean g_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end)
{
    release(mutex);
    gboolean told = REAL(g_cond_wait_until)(cond, mutex, end);
    acquire(mutex);
    return told;
}

/* A call that another thread will make. */
typedef struct {
    GSourceFunc function;
    gpointer data;
} Call;

static gboolean make_call(gpointer data)
{
    Call *call = data;
    acquire(call);
    return call->function(call->data);
}

static void free_call(gpointer data)
{
    g_free(data);
}

void g_main_context_invoke(GMainContext *context, GSourceFunc function, gpointer data)
{
    Call *call = g_new(Call, 1);
    *call = (Call){function, data};
    release(call);
    g_main_context_invoke_full(context, G_PRIORITY_DEFAULT, make_call, call, free_call);
}
