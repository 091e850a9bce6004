// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the stack's size; that is all.
#include "engine/search/deep-thread.h"

#define STACK_SIZE (16u << 20)

bool tab_deep_thread_start(pthread_t *thread, void *(*work)(void *), void *user_data)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    int failure = pthread_create(thread, &attributes, work, user_data);
    pthread_attr_destroy(&attributes);
    return failure == 0;
}
