// SPDX-License-Identifier: GPL-3.0-or-later
// Another program from which a text is copied: text-source FILE. It has the clipboard when it says
// "copied", gives its text to whoever asks, and ends when somebody else takes the clipboard. Plain
// Xlib: GTK 4.8's own sources stop in the middle of long texts now and then.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE (1 << 18) /* bytes that are sent at once */

typedef struct {
    Display *display;
    Atom targets, utf8;
    unsigned char *text;
    long length;
} Source;

static int read_text(Source *source, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 0;
    source->length = ftell(file);
    source->text = malloc((size_t)source->length + 1);
    rewind(file);
    return fread(source->text, 1, (size_t)source->length, file) == (size_t)source->length &&
           fclose(file) == 0;
}

static void give_text(const Source *source, Window window, Atom property)
{
    XDeleteProperty(source->display, window, property);
    for (long sent = 0; sent < source->length; sent += PIECE) {
        long rest = source->length - sent;
        XChangeProperty(source->display, window, property, source->utf8, 8, PropModeAppend,
                        source->text + sent, (int)(rest < PIECE ? rest : PIECE));
    }
}

static void answer(const Source *source, const XSelectionRequestEvent *request)
{
    XSelectionEvent event = {.type = SelectionNotify,
                             .requestor = request->requestor,
                             .selection = request->selection,
                             .target = request->target,
                             .property = request->property,
                             .time = request->time};
    if (request->target == source->targets)
        XChangeProperty(source->display, request->requestor, request->property, XA_ATOM, 32,
                        PropModeReplace, (const unsigned char *)&source->utf8, 1);
    else if (request->target == source->utf8)
        give_text(source, request->requestor, request->property);
    else
        event.property = None;
    XSendEvent(source->display, request->requestor, False, NoEventMask, (XEvent *)&event);
    XFlush(source->display);
}

int main(int argc, char *argv[])
{
    Source source = {.display = XOpenDisplay(NULL)};
    XEvent event = {0};
    if (argc != 2 || !source.display || !read_text(&source, argv[1]))
        return 2;
    source.targets = XInternAtom(source.display, "TARGETS", False);
    source.utf8 = XInternAtom(source.display, "UTF8_STRING", False);
    Atom clipboard = XInternAtom(source.display, "CLIPBOARD", False);
    Window window =
        XCreateSimpleWindow(source.display, DefaultRootWindow(source.display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(source.display, clipboard, window, CurrentTime);
    XSync(source.display, False);
    puts("copied");
    fflush(stdout);
    while (event.type != SelectionClear) {
        XNextEvent(source.display, &event);
        if (event.type == SelectionRequest)
            answer(&source, &event.xselectionrequest);
    }
    free(source.text);
    return 0;
}
