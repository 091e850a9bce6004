// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the build: writes the game's sounds into a folder, as WAV files of 16 bits. They are
// this project's own work, under its license.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gui/sound/sound-synth.h"

#define HEADER 44

static void write_little_endian(unsigned char *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

/* RIFF/WAVE, one channel of PCM. */
static void write_header(unsigned char header[HEADER], uint32_t data_bytes)
{
    memcpy(header, "RIFF....WAVEfmt ", 16);
    write_little_endian(header + 4, 36 + data_bytes, 4);
    write_little_endian(header + 16, 16, 4); /* bytes of what follows up to "data" */
    write_little_endian(header + 20, 1, 2);  /* PCM */
    write_little_endian(header + 22, 1, 2);  /* channels */
    write_little_endian(header + 24, TAB_SOUND_RATE, 4);
    write_little_endian(header + 28, 2 * TAB_SOUND_RATE, 4); /* bytes a second */
    write_little_endian(header + 32, 2, 2);                  /* bytes of a sample */
    write_little_endian(header + 34, 16, 2);                 /* bits of one */
    memcpy(header + 36, "data", 4);
    write_little_endian(header + 40, data_bytes, 4);
}

/* 0, or -1 with errno set. */
static int write_sound(const char *folder, TabSound sound)
{
    char path[4096];
    size_t n;
    float *samples = tab_sound_synthesise(sound, &n);
    snprintf(path, sizeof path, "%s/%s", folder, tab_sound_file_name(sound));
    unsigned char *bytes = samples ? malloc(HEADER + 2 * n) : NULL;
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    int result = -1;
    if (file) {
        write_header(bytes, (uint32_t)(2 * n));
        for (size_t i = 0; i < n; i++)
            write_little_endian(bytes + HEADER + 2 * i, (uint32_t)(int32_t)(samples[i] * 32767.0f),
                                2);
        result = fwrite(bytes, HEADER + 2 * n, 1, file) == 1 ? 0 : -1;
        result = fclose(file) ? -1 : result;
    }
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    free(bytes);
    free(samples);
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: sound-files FOLDER\n");
        return 2;
    }
    for (int sound = 0; sound < TAB_N_SOUNDS; sound++)
        if (write_sound(argv[1], (TabSound)sound))
            return 1;
    return 0;
}
