// SPDX-License-Identifier: GPL-3.0-or-later
// The computed sounds: always the same, loud enough and never too loud, silent at both ends, each
// of its own.
#include "gui/sound/sound-synth.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static float *make(TabSound sound, size_t *n)
{
    float *samples = tab_sound_synthesise(sound, n);
    g_assert_nonnull(samples);
    return samples;
}

/* The root of the mean square of a share of the samples. */
static double loudness(const float *samples, size_t n, double from, double to)
{
    double sum = 0;
    size_t first = (size_t)(from * (double)n), last = (size_t)(to * (double)n);
    for (size_t i = first; i < last; i++)
        sum += (double)samples[i] * samples[i];
    return sqrt(sum / (double)(last - first));
}

static void test_shape(gconstpointer data)
{
    TabSound sound = (TabSound)GPOINTER_TO_INT(data);
    size_t n, n_again;
    float *samples = make(sound, &n), *again = make(sound, &n_again);
    g_assert_cmpmem(samples, n * sizeof *samples, again, n_again * sizeof *again);
    g_assert_cmpfloat((double)n / TAB_SOUND_RATE, >, 0.1);
    g_assert_cmpfloat((double)n / TAB_SOUND_RATE, <, 2.5);
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = MAX(most, fabs((double)samples[i]));
    g_assert_cmpfloat(most, >, 0.5);
    g_assert_cmpfloat(most, <=, 1.0);
    g_assert_cmpfloat(fabs((double)samples[0]), <, 0.01);
    g_assert_cmpfloat(fabs((double)samples[n - 1]), <, 0.01);
    g_assert_cmpfloat(loudness(samples, n, 0.97, 1.0), <, 0.02);
    g_assert_cmpfloat(loudness(samples, n, 0.0, 0.5), >, 0.03);
    free(samples);
    free(again);
}

/* No two have the same length and loudness: they can be told apart. */
static void test_differ(void)
{
    for (int a = 0; a < TAB_N_SOUNDS; a++)
        for (int b = 0; b < a; b++) {
            size_t n_a, n_b;
            float *one = make((TabSound)a, &n_a), *other = make((TabSound)b, &n_b);
            g_assert_cmpuint(n_a, !=, n_b);
            g_assert_cmpstr(tab_sound_file_name((TabSound)a), !=, tab_sound_file_name((TabSound)b));
            free(one);
            free(other);
        }
}

/* The sticks knock several times, ever more softly, within the time that they tumble. */
static void test_sticks(void)
{
    size_t n;
    float *samples = make(TAB_SOUND_STICKS, &n);
    double early = loudness(samples, n, 0.0, 0.25), later = loudness(samples, n, 0.25, 0.5),
           last = loudness(samples, n, 0.75, 1.0);
    g_assert_cmpfloat((double)n / TAB_SOUND_RATE, <=, 0.6);
    g_assert_cmpfloat(later, <, early);
    g_assert_cmpfloat(last, <, 0.5 * later);
    free(samples);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int sound = 0; sound < TAB_N_SOUNDS; sound++) {
        g_autofree char *path =
            g_strdup_printf("/sound-synth/shape/%s", tab_sound_file_name((TabSound)sound));
        g_test_add_data_func(path, GINT_TO_POINTER(sound), test_shape);
    }
    g_test_add_func("/sound-synth/differ", test_differ);
    g_test_add_func("/sound-synth/sticks", test_sticks);
    return g_test_run();
}
