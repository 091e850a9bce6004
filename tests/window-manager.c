// SPDX-License-Identifier: GPL-3.0-or-later
// What a window manager does for windows that ask for the full screen, or want it no more, and
// nothing else. Says "ready" when it listens.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>

enum { REMOVE, ADD, TOGGLE }; /* what is asked for: Extended Window Manager Hints, _NET_WM_STATE */

/* The one window that is managed, as it was before. */
typedef struct {
    Window window;
    XWindowAttributes before;
} Full;

static void tell_state(Display *display, Window window, Atom kind, Atom state, int n)
{
    XChangeProperty(display, window, kind, XA_ATOM, 32, PropModeReplace,
                    (const unsigned char *)&state, n);
}

static void fill_screen(Display *display, Full *full, Window window)
{
    int screen = DefaultScreen(display);
    XGetWindowAttributes(display, window, &full->before);
    full->window = window;
    XMoveResizeWindow(display, window, 0, 0, (unsigned)DisplayWidth(display, screen),
                      (unsigned)DisplayHeight(display, screen));
}

static void restore(Display *display, Full *full)
{
    const XWindowAttributes *before = &full->before;
    XMoveResizeWindow(display, full->window, before->x, before->y, (unsigned)before->width,
                      (unsigned)before->height);
    full->window = None;
}

int main(void)
{
    Display *display = XOpenDisplay(NULL);
    if (!display)
        return 1;
    Atom kind = XInternAtom(display, "_NET_WM_STATE", False);
    Atom state = XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", False);
    Full full = {.window = None};
    XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
    XSync(display, False);
    puts("ready");
    fflush(stdout);
    for (;;) {
        XEvent event;
        XNextEvent(display, &event);
        if (event.type == DestroyNotify && event.xdestroywindow.window == full.window)
            full.window = None; /* it was closed as it was */
        const XClientMessageEvent *asked = &event.xclient;
        if (event.type != ClientMessage || asked->message_type != kind ||
            (Atom)asked->data.l[1] != state)
            continue;
        if (asked->data.l[0] != REMOVE && full.window == None) {
            tell_state(display, asked->window, kind, state, 1);
            fill_screen(display, &full, asked->window);
        } else if (asked->data.l[0] != ADD && full.window == asked->window) {
            tell_state(display, asked->window, kind, state, 0);
            restore(display, &full);
        }
    }
}
