// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds every file of a corpus folder to a fuzz target: each find stays a test without a fuzzer.
// Those that people have written are fed beginning by beginning too, unless --whole stands before
// the folders; what a fuzzer has found has been cut before.
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Also every prefix of a short file: parsers break where a line or a character is cut. */
#define PREFIXES_MAX 4096

static void replay(const char *path, gsize prefixes_max)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, &length, &error))
        g_error("%s", error->message);
    for (gsize n = length <= prefixes_max ? 0 : length; n <= length; n++) {
        /* a copy of exactly this size, so that a sanitizer sees a read beyond it */
        g_autofree uint8_t *data = g_memdup2(text, n);
        LLVMFuzzerTestOneInput(data ? data : (const uint8_t *)"", n);
    }
}

int main(int argc, char **argv)
{
    guint files = 0;
    gboolean whole = argc > 1 && !strcmp(argv[1], "--whole");
    for (int i = whole ? 2 : 1; i < argc; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GDir) folder = g_dir_open(argv[i], 0, &error);
        if (!folder)
            g_error("%s", error->message);
        const char *name;
        while ((name = g_dir_read_name(folder))) {
            g_autofree char *path = g_build_filename(argv[i], name, NULL);
            replay(path, whole || g_str_has_prefix(name, "found-") ? 0 : PREFIXES_MAX);
            files++;
        }
    }
    printf("%u files replayed\n", files);
    return files ? 0 : 1; /* an empty corpus tests nothing */
}
