// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a game: who was ahead after each turn, what was given away, and the luck of both.
#include "gui/model/game-course.h"

#include <math.h>

#include "gui/model/analysis-game.h"

struct _TabGameCourse {
    GArray *points;          /* of TabCoursePoint */
    GPtrArray *nodes;        /* TabRecordNode of each */
    GHashTable *thought;     /* of double by node: what was thought where nothing is noted */
    unsigned n_nodes;        /* of the record, at the last update */
    TabRecordNode *reviewed; /* that was looked at then; NULL: none */
    TabSituation start;      /* of its turn */
};

TabGameCourse *tab_game_course_new(void)
{
    TabGameCourse *course = g_new0(TabGameCourse, 1);
    course->points = g_array_new(FALSE, FALSE, sizeof(TabCoursePoint));
    course->nodes = g_ptr_array_new();
    course->thought = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return course;
}

void tab_game_course_free(TabGameCourse *course)
{
    if (!course)
        return;
    g_array_unref(course->points);
    g_ptr_array_unref(course->nodes);
    g_hash_table_unref(course->thought);
    g_free(course);
}

static TabCoursePoint point_of(const TabGameCourse *course, const TabRecordNode *node)
{
    const double *thought = g_hash_table_lookup(course->thought, node);
    TabCoursePoint point = {
        .white = thought ? *thought : NAN, .loss = 0, .luck = NAN, .side = (TabSide)node->side};
    if (node->notes) {
        tab_analysis_game_white(node, &point.white);
        point.loss = tab_record_get_number(node, "loss", 0);
        point.luck = tab_record_get_number(node, "luck", NAN);
    }
    return point;
}

void tab_game_course_reset(TabGameCourse *course)
{
    g_ptr_array_set_size(course->nodes, 0);
    g_array_set_size(course->points, 0);
    g_hash_table_remove_all(course->thought);
    course->reviewed = NULL;
    course->n_nodes = 0;
}

static void refresh(TabGameCourse *course, const TabRecordNode *node)
{
    int place = tab_game_course_find(course, node);
    if (place >= 0)
        g_array_index(course->points, TabCoursePoint, place) = point_of(course, node);
}

void tab_game_course_tree_changed(TabGameCourse *course, TabGameSession *session,
                                  const TabRecordNode *node)
{
    unsigned n_nodes = session->document->record->n_nodes;
    if (n_nodes < course->n_nodes) /* some are gone */
        tab_game_course_reset(course);
    course->n_nodes = n_nodes;
    if (node)
        refresh(course, node);
    else
        g_ptr_array_set_size(course->nodes, 0);
}

static guint depth_of(const TabRecordNode *node)
{
    guint depth = 0;
    for (; node->parent; node = node->parent)
        depth++;
    return depth;
}

/* Takes over the line to `node` as far as it is another one than before. */
static void follow(TabGameCourse *course, TabRecordNode *node)
{
    guint depth = depth_of(node), known = course->nodes->len;
    g_ptr_array_set_size(course->nodes, (int)depth);
    g_array_set_size(course->points, depth);
    for (guint i = depth; i-- > 0; node = node->parent) {
        if (i < known && course->nodes->pdata[i] == node)
            return; /* and all before it */
        course->nodes->pdata[i] = node;
        g_array_index(course->points, TabCoursePoint, i) = point_of(course, node);
    }
}

static void think(TabGameCourse *course, TabAnalysisLive *live, TabRecordNode *node,
                  const TabSituation *start)
{
    double white;
    if (!tab_analysis_live_remembers(live, start, &white))
        return;
    g_hash_table_replace(course->thought, node, g_memdup2(&white, sizeof white));
    refresh(course, node);
}

/* A turn is thought about while it is on the board: in the making, or looked at. */
static void take_thoughts(TabGameCourse *course, TabGameSession *session, TabAnalysisLive *live)
{
    bool reviewing = session->document->review;
    if (course->reviewed)
        think(course, live, course->reviewed, &course->start);
    course->reviewed = reviewing ? tab_document_node(session->document) : NULL;
    if (reviewing)
        course->start = tab_document_game(session->document)->turn.situation;
    else if (session->document->live->node->parent)
        think(course, live, session->document->live->node,
              &session->document->live->last.situation);
}

void tab_game_course_update(TabGameCourse *course, TabGameSession *session, TabAnalysisLive *live)
{
    course->n_nodes = session->document->record->n_nodes;
    follow(course, session->document->live->node);
    take_thoughts(course, session, live);
}

const GArray *tab_game_course_get_points(const TabGameCourse *course)
{
    return course->points;
}

int tab_game_course_find(const TabGameCourse *course, const TabRecordNode *node)
{
    for (guint i = course->nodes->len; i-- > 0;) /* mostly the last */
        if (course->nodes->pdata[i] == node)
            return (int)i;
    return -1;
}

TabRecordNode *tab_game_course_get_node(const TabGameCourse *course, guint place)
{
    return place < course->nodes->len ? course->nodes->pdata[place] : NULL;
}

guint tab_game_course_sum(const TabGameCourse *course, double luck[2], double loss[2])
{
    guint n = 0;
    luck[0] = luck[1] = loss[0] = loss[1] = 0;
    for (guint i = 0; i < course->points->len; i++) {
        const TabCoursePoint *point = &g_array_index(course->points, TabCoursePoint, i);
        loss[point->side] += point->loss;
        if (!isnan(point->luck)) {
            luck[point->side] += point->luck;
            n++;
        }
    }
    return n;
}
