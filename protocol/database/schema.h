// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that lead from an empty file to the tables of today.
#pragma once

/* Step n leads from version n to version n + 1. A step that was released never changes: what is new
 * is one more step. */
#define TAB_SCHEMA_VERSION 2
extern const char *const tab_schema_steps[TAB_SCHEMA_VERSION];
