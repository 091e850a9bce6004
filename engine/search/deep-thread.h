// SPDX-License-Identifier: GPL-3.0-or-later
// Threads with room for the longest turn.
#pragma once

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread whose stack fits the deepest turn, which plays a thousand throws, each a call:
 * whatever the system's own limit is. False if there is no thread to be had. */
bool tab_deep_thread_start(pthread_t *thread, void *(*work)(void *), void *user_data);
