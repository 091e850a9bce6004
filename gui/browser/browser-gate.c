// SPDX-License-Identifier: GPL-3.0-or-later
// Lets one viewer, who knows the secret address, from a browser on this machine to gtk4-broadwayd.
//
// GTK's own server asks nobody who he is: any page open in the same browser, and any other user of
// the machine, could steer the window and start programs through it. So it listens on a Unix socket
// in a folder that nobody else may enter, and this program stands before it on 127.0.0.1: it starts
// that server, and neither outlives the other. It checks
// - Host, which is that of another page where a name was bound to 127.0.0.1 (DNS rebinding),
// - a secret in the path of the address, which other users and other pages do not know,
// - Origin of the web socket, which browsers set and pages cannot,
// and opens one web socket at a time, whose end ends its connection to the server; who says so in
// the page takes the place of a viewer that is still there, or seems to be. Whoever can
// reach the port can ask, so nothing that is asked is kept, and the number of connections is
// bounded. The viewer is believed, who may start programs anyway: GTK's server ends at an event
// that its page does not send, and the window with it.
#include <gio/gunixsocketaddress.h>
#include <libsoup/soup.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>

#define FIRST_PORT 8085
#define LAST_PORT 8139
#define START_SECONDS 10 /* that the server has to answer for the first time */
#define MOST_CALLERS 64  /* connections, besides the viewer's: one more ends the oldest */
#define LEAVE_TRIES 20   /* looks, a tenth of a second apart, whether the viewer before has left: */
#define LEAVE_WAIT                                                                                 \
    100 /* a page loaded anew asks before the end of the old one has come through                  \
         */

/* A connection that is not the viewer's. */
typedef struct {
    GSocketConnection *connection;
    GSocketAddress *address; /* its other end, by which libsoup's requests name it */
} Caller;

typedef struct {
    SoupServer *server;
    GQueue callers;         /* of Caller, the oldest first; some have left */
    const char *socket;     /* of gtk4-broadwayd */
    char *host;             /* that requests must name: 127.0.0.1 and our port */
    char *origin;           /* of our own page */
    char secret[33];        /* 128 bits in hexadecimal */
    char *policy;           /* what the page may load, and that no other may frame it */
    GBytes *script;         /* what the page runs, which comes with GTK */
    GIOStream *viewer;      /* a web socket; NULL: nobody looks */
    GCancellable *leave;    /* the viewer is sent away */
    GSocketConnection *way; /* the viewer's to the server */
} Gate;

/* A web socket that waits for the viewer before to be gone. */
typedef struct {
    Gate *gate;
    SoupServerMessage *message;
    unsigned n_tries;
} Guest;

/* Below it lies the same page again, which takes the place of another viewer. */
#define INSTEAD "instead/"

/* It tells whoever has no window why. */
static const char page[] =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Tâb</title>\n"
    "<style>body { overflow: hidden; } #away { font: 16px sans-serif; margin: 3em; }</style>\n"
    "<script src=\"broadway.js\"></script></head>\n"
    "<body onload=\"connect(); ws.addEventListener('close', () => {\n"
    "  document.body.replaceChildren(document.querySelector('template').content); });\">\n"
    "<template><div id=\"away\"><p>The window is not here: it is open in another page, "
    "or has been closed.</p>\n<p><a href=\"%s\">Show it here instead</a></p></div></template>\n"
    "</body></html>\n";

static GSocketConnection *connect_to_server(const Gate *gate, GError **error)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(gate->socket);
    g_socket_client_set_timeout(client, START_SECONDS);
    GSocketConnection *way =
        g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, error);
    if (way)
        g_socket_set_timeout(g_socket_connection_get_socket(way),
                             0); /* people may think for hours */
    return way;
}

static void die_with_parent(gpointer signal)
{
    prctl(PR_SET_PDEATHSIG, GPOINTER_TO_INT(signal));
}

/* GTK's server, which the gate takes with it however it ends. */
static GSubprocess *start_server(const Gate *gate, const char *display, GError **error)
{
    /* it says where it listens, which is not the address to open */
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
    g_autofree char *option = g_strdup_printf("--unixsocket=%s", gate->socket);
    g_subprocess_launcher_set_child_setup(launcher, die_with_parent, GINT_TO_POINTER(SIGTERM),
                                          NULL);
    return g_subprocess_launcher_spawn(launcher, error, "gtk4-broadwayd", option, display, NULL);
}

static void on_server_ended(GObject *source, GAsyncResult *result, gpointer loop)
{
    g_subprocess_wait_finish(G_SUBPROCESS(source), result, NULL);
    g_main_loop_quit(loop);
}

/* The server may still be starting: its socket lies in the folder a moment before it listens. */
static gboolean may_come_yet(const GError *error)
{
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
           g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

/* The script of the page, from the server, which has START_SECONDS to come. */
static GBytes *read_script(const Gate *gate, GSubprocess *server, GError **error)
{
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(gate->socket);
    g_autoptr(SoupSession) session = soup_session_new_with_options("remote-connectable", address,
                                                                   "timeout", START_SECONDS, NULL);
    gint64 end = g_get_monotonic_time() + START_SECONDS * G_USEC_PER_SEC;
    for (;;) {
        g_autoptr(SoupMessage) message = soup_message_new("GET", "http://127.0.0.1/broadway.js");
        g_autoptr(GError) fault = NULL;
        g_autoptr(GBytes) script = soup_session_send_and_read(session, message, NULL, &fault);
        if (script && soup_message_get_status(message) == SOUP_STATUS_OK)
            return g_steal_pointer(&script);
        if (script) {
            g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "gtk4-broadwayd has no broadway.js");
            return NULL;
        }
        if (!g_subprocess_get_identifier(server)) {
            g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "gtk4-broadwayd has ended");
            return NULL;
        }
        if (!may_come_yet(fault) || g_get_monotonic_time() > end) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return NULL;
        }
        g_usleep(20000);
    }
}

static void answer(SoupServerMessage *message, guint status, const char *type, const char *text)
{
    soup_server_message_set_status(message, status, NULL);
    soup_server_message_set_response(message, type, SOUP_MEMORY_COPY, text, strlen(text));
}

static void refuse(SoupServerMessage *message, guint status, const char *why)
{
    answer(message, status, "text/plain; charset=utf-8", why);
}

/* What follows the secret in a path; NULL if it is not there. How long it takes does not tell how
 * much of a guess was right. */
static const char *after_secret(const Gate *gate, const char *path)
{
    size_t length = strlen(gate->secret);
    unsigned differences = 0;
    if (strlen(path) < length + 2 || path[length + 1] != '/')
        return NULL;
    for (size_t i = 0; i < length; i++)
        differences |= (unsigned char)(path[1 + i] ^ gate->secret[i]);
    return differences ? NULL : path + length + 2;
}

/* Called with the head of every request, before anything else of it is read. A body would be kept
 * as a whole, and so would an answer for each of a thousand ranges, so both are left out. A
 * connection that waits for another request would never be let go of by libsoup 3.2. */
static void check(SoupServer *server, SoupServerMessage *message, const char *path,
                  GHashTable *query, gpointer data)
{
    (void)server, (void)query;
    const Gate *gate = data;
    const char *host =
        soup_message_headers_get_list(soup_server_message_get_request_headers(message), "Host");
    SoupMessageHeaders *headers = soup_server_message_get_response_headers(message);
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
    soup_message_headers_remove(soup_server_message_get_request_headers(message), "Range");
    soup_message_headers_append(headers, "Connection", "close");
    soup_message_headers_append(headers, "Cache-Control", "no-store");
    soup_message_headers_append(headers, "Referrer-Policy", "no-referrer");
    soup_message_headers_append(headers, "X-Content-Type-Options", "nosniff");
    soup_message_headers_append(headers, "Content-Security-Policy", gate->policy);
    if (g_strcmp0(host, gate->host))
        refuse(message, SOUP_STATUS_FORBIDDEN, "The request names another host.\n");
    else if (!after_secret(gate, path))
        refuse(message, SOUP_STATUS_FORBIDDEN,
               "This is not the address that tab has printed: its secret is missing.\n");
    else if (soup_server_message_get_method(message) != SOUP_METHOD_GET)
        refuse(message, SOUP_STATUS_METHOD_NOT_ALLOWED, "Only GET is known here.\n");
}

static void caller_free(Caller *caller)
{
    g_object_unref(caller->connection);
    g_object_unref(caller->address);
    g_free(caller);
}

static int is_elsewhere(gconstpointer caller, gconstpointer address)
{
    return ((const Caller *)caller)->address != address;
}

/* Called with each connection. One that says nothing cannot keep others out: it is the first to go.
 */
static gboolean on_connected(GSocketService *service, GSocketConnection *connection,
                             GObject *source, gpointer data)
{
    (void)service, (void)source;
    Gate *gate = data;
    g_autoptr(GSocketAddress) local = g_socket_connection_get_local_address(connection, NULL);
    g_autoptr(GSocketAddress) address = g_socket_connection_get_remote_address(connection, NULL);
    if (!local || !address)
        return TRUE; /* it has left already */
    Caller *caller = g_new0(Caller, 1);
    caller->connection = g_object_ref(connection);
    caller->address = g_object_ref(address);
    g_queue_push_tail(&gate->callers, caller);
    if (g_queue_get_length(&gate->callers) > MOST_CALLERS) {
        Caller *oldest = g_queue_pop_head(&gate->callers);
        g_io_stream_close(G_IO_STREAM(oldest->connection), NULL, NULL);
        caller_free(oldest);
    }
    soup_server_accept_iostream(gate->server, G_IO_STREAM(connection), local, address, NULL);
    return TRUE;
}

static void on_left(GObject *source, GAsyncResult *result, gpointer data)
{
    (void)source;
    Gate *gate = data;
    g_io_stream_splice_finish(result, NULL);
    g_clear_object(&gate->viewer);
    g_clear_object(&gate->leave);
    g_clear_object(&gate->way);
}

/* Ties the viewer's connection to one to the server, which answers the handshake itself. */
static void let_in(Gate *gate, SoupServerMessage *message)
{
    static const char *const passed[] = {"Host",
                                         "Origin",
                                         "Upgrade",
                                         "Connection",
                                         "Sec-WebSocket-Key",
                                         "Sec-WebSocket-Version",
                                         "Sec-WebSocket-Protocol"};
    SoupMessageHeaders *headers = soup_server_message_get_request_headers(message);
    g_autoptr(GString) request = g_string_new("GET /socket HTTP/1.1\r\n");
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(passed); i++) {
        const char *value = soup_message_headers_get_list(headers, passed[i]);
        if (value)
            g_string_append_printf(request, "%s: %s\r\n", passed[i], value);
    }
    g_string_append(request, "\r\n");
    gate->way = connect_to_server(gate, &error);
    if (!gate->way ||
        !g_output_stream_write_all(g_io_stream_get_output_stream(G_IO_STREAM(gate->way)),
                                   request->str, request->len, NULL, NULL, &error)) {
        g_clear_object(&gate->way);
        refuse(message, SOUP_STATUS_BAD_GATEWAY, error->message);
        return;
    }
    GList *link = g_queue_find_custom(
        &gate->callers, soup_server_message_get_remote_address(message), is_elsewhere);
    if (link) {
        caller_free(link->data);
        g_queue_delete_link(&gate->callers, link);
    }
    gate->viewer = soup_server_message_steal_connection(message);
    gate->leave = g_cancellable_new();
    g_io_stream_splice_async(gate->viewer, G_IO_STREAM(gate->way),
                             G_IO_STREAM_SPLICE_CLOSE_STREAM1 | G_IO_STREAM_SPLICE_CLOSE_STREAM2,
                             G_PRIORITY_DEFAULT, gate->leave, on_left, gate);
}

static void guest_free(gpointer data)
{
    Guest *guest = data;
    g_object_unref(guest->message);
    g_free(guest);
}

static gboolean try_again(gpointer data)
{
    Guest *guest = data;
    if (guest->gate->viewer && ++guest->n_tries < LEAVE_TRIES)
        return G_SOURCE_CONTINUE;
    soup_server_message_unpause(guest->message);
    if (guest->gate->viewer)
        refuse(guest->message, SOUP_STATUS_CONFLICT, "Somebody else looks at the window.\n");
    else
        let_in(guest->gate, guest->message);
    return G_SOURCE_REMOVE;
}

static void open_socket(Gate *gate, SoupServerMessage *message, gboolean instead)
{
    static char *protocols[] = {"broadway", NULL};
    g_autoptr(GError) error = NULL;
    if (!soup_websocket_server_check_handshake(message, gate->origin, protocols, NULL, &error)) {
        refuse(message, SOUP_STATUS_FORBIDDEN, error->message);
    } else if (!gate->viewer) {
        let_in(gate, message);
    } else {
        if (instead)
            g_cancellable_cancel(gate->leave);
        Guest *guest = g_new0(Guest, 1);
        guest->gate = gate;
        guest->message = g_object_ref(message);
        soup_server_message_pause(message);
        g_timeout_add_full(G_PRIORITY_DEFAULT, LEAVE_WAIT, try_again, guest, guest_free);
    }
}

/* Called with every request that was not refused. */
static void serve(SoupServer *server, SoupServerMessage *message, const char *path,
                  GHashTable *query, gpointer data)
{
    (void)server, (void)query;
    Gate *gate = data;
    const char *name = after_secret(gate, path);
    gboolean instead = g_str_has_prefix(name, INSTEAD);
    if (instead)
        name += strlen(INSTEAD);
    if (!g_strcmp0(name, "")) {
        g_autofree char *text = g_strdup_printf(page, instead ? "" : INSTEAD);
        answer(message, SOUP_STATUS_OK, "text/html; charset=utf-8", text);
    } else if (!g_strcmp0(name, "broadway.js")) {
        soup_server_message_set_status(message, SOUP_STATUS_OK, NULL);
        soup_server_message_set_response(message, "text/javascript", SOUP_MEMORY_COPY,
                                         g_bytes_get_data(gate->script, NULL),
                                         g_bytes_get_size(gate->script));
    } else if (!g_strcmp0(name, "socket")) {
        open_socket(gate, message, instead);
    } else {
        refuse(message, SOUP_STATUS_NOT_FOUND, "There is no such page.\n");
    }
}

/* The port, on 127.0.0.1; 0 if none is free. */
static unsigned listen_somewhere(GSocketService *service)
{
    for (unsigned port = FIRST_PORT; port <= LAST_PORT; port++) {
        g_autoptr(GSocketAddress) address =
            g_inet_socket_address_new_from_string("127.0.0.1", port);
        if (g_socket_listener_add_address(G_SOCKET_LISTENER(service), address, G_SOCKET_TYPE_STREAM,
                                          G_SOCKET_PROTOCOL_TCP, NULL, NULL, NULL))
            return port;
    }
    return 0;
}

int main(int argc, char **argv)
{
    unsigned char random[16];
    Gate gate = {.socket = argv[1]};
    g_autoptr(GError) error = NULL;
    if (argc != 3 || getentropy(random, sizeof random)) {
        g_printerr("usage: %s SOCKET :DISPLAY\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < sizeof random; i++)
        g_snprintf(gate.secret + 2 * i, 3, "%02x", random[i]);
    die_with_parent(GINT_TO_POINTER(SIGTERM)); /* the launcher may be killed */
    g_autoptr(GSubprocess) server = start_server(&gate, argv[2], &error);
    gate.script = server ? read_script(&gate, server, &error) : NULL;
    if (!gate.script) {
        g_printerr("tab: %s: %s\n", gate.socket, error->message);
        return 1;
    }
    gate.server = soup_server_new(NULL, NULL);
    soup_server_add_early_handler(gate.server, NULL, check, &gate, NULL);
    soup_server_add_early_handler(gate.server, "*", check, &gate, NULL);
    soup_server_add_handler(gate.server, NULL, serve, &gate, NULL);
    g_autoptr(GSocketService) service = g_socket_service_new();
    g_socket_listener_set_backlog(G_SOCKET_LISTENER(service), 4 * MOST_CALLERS);
    g_signal_connect(service, "incoming", G_CALLBACK(on_connected), &gate);
    unsigned port = listen_somewhere(service);
    if (!port) {
        g_printerr("tab: no port from %d to %d is free on 127.0.0.1\n", FIRST_PORT, LAST_PORT);
        return 1;
    }
    gate.host = g_strdup_printf("127.0.0.1:%u", port);
    gate.origin = g_strdup_printf("http://%s", gate.host);
    gate.policy = g_strdup_printf(
        "default-src 'none'; script-src %s 'unsafe-inline'; style-src 'unsafe-inline'; "
        "img-src data: blob:; connect-src ws://%s; frame-ancestors 'none'",
        gate.origin, gate.host);
    printf("%s/%s/\n", gate.origin, gate.secret);
    fflush(stdout);
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_subprocess_wait_async(server, NULL, on_server_ended, loop);
    g_main_loop_run(loop); /* until the server ends, or a signal ends the program */
    return 1;
}
