// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait between two pieces of work at a barrier.
#include "engine/lab/training/parallel.h"

#include <pthread.h>
#include <stdbool.h>

struct _TabCrew {
    unsigned members;
    pthread_t *thread; /* [members], the first unused */
    pthread_barrier_t gate;
    TabCrewFunc func; /* NULL: go home */
    gpointer user_data;
};

typedef struct {
    TabCrew *crew;
    unsigned member;
} Member;

static void *serve(void *user_data)
{
    Member *self = user_data;
    TabCrew *crew = self->crew;
    for (;;) {
        pthread_barrier_wait(&crew->gate);
        if (!crew->func)
            break;
        crew->func(self->member, crew->user_data);
        pthread_barrier_wait(&crew->gate);
    }
    g_free(self);
    return NULL;
}

TabCrew *tab_crew_new(unsigned members)
{
    TabCrew *crew = g_new0(TabCrew, 1);
    crew->members = members;
    crew->thread = g_new0(pthread_t, members);
    pthread_barrier_init(&crew->gate, NULL, members);
    for (unsigned i = 1; i < members; i++) {
        Member *member = g_new(Member, 1);
        *member = (Member){crew, i};
        if (pthread_create(&crew->thread[i], NULL, serve, member))
            g_error("no thread to be had");
    }
    return crew;
}

void tab_crew_free(TabCrew *crew)
{
    if (!crew)
        return;
    crew->func = NULL;
    pthread_barrier_wait(&crew->gate);
    for (unsigned i = 1; i < crew->members; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_barrier_destroy(&crew->gate);
    g_free(crew->thread);
    g_free(crew);
}

unsigned tab_crew_members(const TabCrew *crew)
{
    return crew->members;
}

void tab_crew_run(TabCrew *crew, TabCrewFunc func, gpointer user_data)
{
    crew->func = func;
    crew->user_data = user_data;
    pthread_barrier_wait(&crew->gate);
    func(0, user_data);
    pthread_barrier_wait(&crew->gate);
}
