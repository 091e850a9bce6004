// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations a second of each kernel, as a ratio to a fixed piece of work and to the processor's
// peak of 16-bit multiply-adds.
#include <stdio.h>

#include "bench-rate.h"
#include "engine/eval/eval.h"
#include "protocol/rules/outcomes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define N_POSITIONS 1024

typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabNet *net;
    unsigned n;
    TabPosition position[N_POSITIONS];
    TabInput input[N_POSITIONS];
    int64_t sum;
} Scene;

typedef uint64_t (*Round)(gpointer data);

static uint64_t features_round(gpointer data)
{
    Scene *scene = data;
    for (unsigned i = 0; i < scene->n; i++)
        tab_features_fill(scene->net->features, &scene->position[i], &scene->input[i]);
    return scene->n;
}

static uint64_t kernel_round(gpointer data)
{
    Scene *scene = data;
    for (unsigned i = 0; i < scene->n; i++)
        scene->sum += tab_net_score_input(scene->net, &scene->input[i]);
    return scene->n;
}

static uint64_t whole_round(gpointer data)
{
    Scene *scene = data;
    for (unsigned i = 0; i < scene->n; i++)
        scene->sum += tab_net_score(scene->net, &scene->position[i]);
    return scene->n;
}

static uint64_t hand_round(gpointer data)
{
    Scene *scene = data;
    double sum = 0;
    for (unsigned i = 0; i < scene->n; i++)
        sum += tab_eval_win(scene->eval, &scene->position[i]);
    scene->sum += (int64_t)sum;
    return scene->n;
}

/* --- the peak: multiply-adds on registers alone, of the same kind as the kernel's --- */

#define PEAK_STEPS 10000u

#if defined(__x86_64__)
/* Eight chains hide the time a result takes; the compiler can neither leave out nor reorder them.
 */
#define PEAK_LOOP(type, mulhrs, add, set, zero)                                                    \
    type sum[8], factor = set(12345);                                                              \
    for (int k = 0; k < 8; k++)                                                                    \
        sum[k] = zero();                                                                           \
    for (unsigned i = 0; i < PEAK_STEPS; i++) {                                                    \
        __asm__ volatile("" : "+x"(factor));                                                       \
        _Pragma("GCC unroll 8") for (int k = 0; k < 8; k++) sum[k] =                               \
            add(sum[k], mulhrs(factor, set((short)k)));                                            \
    }                                                                                              \
    for (int k = 0; k < 8; k++)                                                                    \
        __asm__ volatile("" ::"x"(sum[k]));

__attribute__((target("avx2"))) static uint64_t avx2_peak_round(gpointer data)
{
    PEAK_LOOP(__m256i, _mm256_mulhrs_epi16, _mm256_add_epi16, _mm256_set1_epi16,
              _mm256_setzero_si256)
    return (uint64_t)PEAK_STEPS * 8 * 16;
}

#define set512 _mm512_set1_epi16
__attribute__((target("avx512f,avx512bw"))) static uint64_t avx512_peak_round(gpointer data)
{
    PEAK_LOOP(__m512i, _mm512_mulhrs_epi16, _mm512_add_epi16, set512, _mm512_setzero_si512)
    return (uint64_t)PEAK_STEPS * 8 * 32;
}
#endif

static Round peak_of(const char *kernel)
{
#if defined(__x86_64__)
    if (!g_strcmp0(kernel, "avx2"))
        return avx2_peak_round;
    if (!g_strcmp0(kernel, "avx512"))
        return avx512_peak_round;
#endif
    return NULL;
}

/* --- the scene: positions of random games --- */

typedef struct {
    TabRandom random;
    unsigned seen;
    TabPosition after;
} Pick;

static bool pick_one(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                     gpointer user_data)
{
    Pick *pick = user_data;
    if (!tab_random_below(&pick->random, ++pick->seen))
        pick->after = *after;
    return true;
}

static void add_game(Scene *scene, Pick *pick, TabOutcomes *outcomes)
{
    TabPosition position;
    tab_position_init(scene->rules, TAB_WHITE, &position);
    for (unsigned turn = 0; turn < 120 && scene->n < N_POSITIONS; turn++) {
        TabHand hand = {{1, 0, 0, 0, 0}};
        hand.n[tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &scene->sticks, &pick->random)]++;
        pick->seen = 0;
        tab_outcomes_visit(outcomes, scene->rules, &position, &hand, 500, pick_one, NULL, pick);
        position = pick->after;
        if (tab_position_finished(scene->rules, &position))
            return;
        if (turn > 5)
            scene->position[scene->n++] = position;
    }
}

/* What the weights are does not matter for the speed. */
static TabNet *random_net(const Scene *scene, unsigned hidden)
{
    TabNetHeader header = {.hidden = hidden, .columns = {9, 9}, .rules = (char *)"walker"};
    g_autoptr(TabNetWeights) weights = tab_net_weights_new(&header);
    TabRandom random = tab_random_new(4);
    for (size_t i = 0; i < (size_t)weights->factors * hidden; i++)
        weights->factor[i] = (int16_t)((int)tab_random_below(&random, 2001) - 1000);
    return tab_net_new(weights, scene->rules, scene->eval->hits);
}

static Scene *scene_new(void)
{
    Scene *scene = g_new0(Scene, 1);
    Pick *pick = g_new0(Pick, 1);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    scene->rules = tab_rules_parse("walker", NULL);
    scene->sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    scene->eval = tab_eval_new(scene->rules, &scene->sticks);
    scene->net = random_net(scene, 64);
    pick->random = tab_random_new(3);
    while (scene->n < N_POSITIONS)
        add_game(scene, pick, outcomes);
    g_free(pick);
    return scene;
}

static void scene_free(Scene *scene)
{
    tab_net_free(scene->net);
    tab_eval_free(scene->eval);
    tab_rules_unref(scene->rules);
    g_free(scene);
}

static double multiply_adds(const Scene *scene)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < scene->n; i++)
        rows += scene->input[i].n_plain + scene->input[i].n_valued + 1u;
    return (double)rows * scene->net->hidden / scene->n;
}

/* All kernels on a network of so many hidden units. */
static void measure_net(Scene *scene, unsigned hidden, double reference)
{
    tab_net_free(scene->net);
    scene->net = random_net(scene, hidden);
    double per = multiply_adds(scene);
    printf("%u hidden units, %.0f multiply-adds an evaluation\n", hidden, per);
    for (unsigned i = 0; tab_kernel(i); i++) {
        scene->net->kernel = tab_kernel(i);
        double kernel = tab_bench_rate(kernel_round, scene),
               whole = tab_bench_rate(whole_round, scene);
        Round peak_round = peak_of(tab_kernel(i)->name);
        double peak = peak_round ? tab_bench_rate(peak_round, scene) : 0;
        printf("evaluations %-12s %12.0f /s  ratio %.4g\n", tab_kernel(i)->name, whole,
               whole / reference);
        printf("  its kernel alone       %12.0f /s  ratio %.4g, %.2f G multiply-adds/s", kernel,
               kernel / reference, kernel * per * 1e-9);
        if (peak_round)
            printf(" of %.2f at most: %.0f %%", peak * 1e-9, 100 * kernel * per / peak);
        putchar('\n');
    }
}

int main(void)
{
    Scene *scene = scene_new();
    double reference = tab_bench_reference();
    printf("reference %.1f rounds/s\n", reference);
    double features = tab_bench_rate(features_round, scene),
           hand = tab_bench_rate(hand_round, scene);
    printf("%-24s %12.0f /s  ratio %.4g\n", "features", features, features / reference);
    printf("%-24s %12.0f /s  ratio %.4g\n", "hand-made evaluation", hand, hand / reference);
    measure_net(scene, 64, reference);
    measure_net(scene, 128, reference);
    scene_free(scene);
    return 0;
}
