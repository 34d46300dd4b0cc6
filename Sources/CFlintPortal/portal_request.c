// SPDX-License-Identifier: MIT

#include "CFlintPortal.h"

#ifdef FLINT_DESKTOP_PORTAL

#include "bus.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-id128.h>
#include <unistd.h>

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define REQUEST "org.freedesktop.portal.Request"
#define SESSION "org.freedesktop.portal.Session"
#define LOCATION "org.freedesktop.portal.Location"

#define LONGEST_PATH 256

// A request to the user, from the call of the portal to the answer.
struct question {
    sd_bus *bus;
    // Readable as soon as the answer is no longer needed.
    int descriptor;
    // A token that other clients cannot guess, for the names of this request's objects.
    char token[5 + SD_ID128_STRING_MAX];
    char handle[LONGEST_PATH];
    char session[LONGEST_PATH];
    // The answer to the last call: an error or the name of an object.
    bool is_replied;
    char path[LONGEST_PATH];
    bool is_answered;
    flint_portal_answer answer;
    char *problem;
    size_t size;
};

static void finish(struct question *question, flint_portal_answer answer, const char *problem) {
    if (question->is_answered) return;
    question->is_answered = true;
    question->answer = answer;
    snprintf(question->problem, question->size, "%s", problem ? problem : "");
}

// Returns the answer for an error: a missing portal, a forbidden request, or another failure.
static flint_portal_answer meaning(const sd_bus_error *error) {
    static const char *const absent[] = {
        SD_BUS_ERROR_SERVICE_UNKNOWN, SD_BUS_ERROR_NAME_HAS_NO_OWNER, SD_BUS_ERROR_UNKNOWN_METHOD,
        SD_BUS_ERROR_UNKNOWN_INTERFACE, SD_BUS_ERROR_UNKNOWN_OBJECT,
    };
    static const char *const forbidden[] = {"org.freedesktop.portal.Error.NotAllowed", SD_BUS_ERROR_ACCESS_DENIED};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (sd_bus_error_has_name(error, absent[i])) return flint_portal_absent;
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (sd_bus_error_has_name(error, forbidden[i])) return flint_portal_forbidden;
    return flint_portal_ended;
}

static int note_reply(sd_bus_message *message, void *context, sd_bus_error *unused) {
    (void)unused;
    struct question *question = context;
    question->is_replied = true;
    const sd_bus_error *error = sd_bus_message_get_error(message);
    const char *path = NULL;
    if (error) {
        finish(question, meaning(error), error->message ? error->message : error->name);
    } else if (sd_bus_message_read_basic(message, 'o', &path) > 0) {
        snprintf(question->path, sizeof question->path, "%s", path);
    } else {
        finish(question, flint_portal_ended, "the portal's reply cannot be read");
    }
    return 0;
}

// Returns whether the results of a request to run in the background deny it.
static bool is_background_refused(sd_bus_message *message) {
    bool is_refused = false;
    int result = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (result >= 0 && (result = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        const char *key = NULL;
        const char *type = NULL;
        int value = 1;
        result = sd_bus_message_read_basic(message, 's', &key);
        if (result >= 0) result = sd_bus_message_peek_type(message, NULL, &type);
        if (result >= 0 && strcmp(key, "background") == 0 && strcmp(type, "b") == 0) {
            result = sd_bus_message_read(message, "v", "b", &value);
            is_refused = !value;
        } else if (result >= 0) {
            result = sd_bus_message_skip(message, "v");
        }
        if (result >= 0) result = sd_bus_message_exit_container(message);
    }
    return is_refused;
}

static int note_response(sd_bus_message *message, void *context, sd_bus_error *unused) {
    (void)unused;
    struct question *question = context;
    const char *path = sd_bus_message_get_path(message);
    uint32_t response = 0;
    if (!path || strcmp(path, question->handle) != 0) return 0;
    if (sd_bus_message_read_basic(message, 'u', &response) <= 0) {
        finish(context, flint_portal_ended, "the portal's response cannot be read");
    } else if (response == 0) {
        finish(context, is_background_refused(message) ? flint_portal_refused : flint_portal_granted, NULL);
    } else if (response == 1) {
        finish(context, flint_portal_refused, NULL);
    } else {
        finish(context, flint_portal_ended, "the portal ended the request");
    }
    return 0;
}

static int note_closed(sd_bus_message *message, void *context, sd_bus_error *unused) {
    (void)message;
    (void)unused;
    finish(context, flint_portal_ended, "the portal closed the session");
    return 0;
}

// A portal that loses its owner closes its dialogs.
static int note_owner(sd_bus_message *message, void *context, sd_bus_error *unused) {
    (void)unused;
    const char *name = NULL;
    const char *old = NULL;
    if (sd_bus_message_read(message, "ss", &name, &old) > 0 && *old)
        finish(context, flint_portal_ended, "the portal has ended");
    return 0;
}

// Writes the path that the portal gives to an object with this request's token.
static int name_path(struct question *question, const char *kind, char *path) {
    const char *name = NULL;
    int result = sd_bus_get_unique_name(question->bus, &name);
    if (result < 0) return result;
    int length = snprintf(path, LONGEST_PATH, PORTAL_PATH "/%s/%s/%s", kind, name + 1, question->token);
    if (length >= LONGEST_PATH) return -ENAMETOOLONG;
    for (char *character = path; *character; character++)
        if (*character == '.') *character = '_';
    return 0;
}

// Processes messages until the answer arrives, or until the reply to a call if one is pending.
static void process(struct question *question, bool until_reply) {
    while (!question->is_answered && !(until_reply && question->is_replied)) {
        int result = sd_bus_process(question->bus, NULL);
        if (result > 0) continue;
        int event = result < 0 ? -1 : flint_bus_sleep(question->bus, question->descriptor);
        if (event == 0) finish(question, flint_portal_withdrawn, NULL);
        if (event < 0) finish(question, flint_portal_ended, "the connection to the message bus is lost");
    }
}

// Sends a call and waits for its reply. An open dialog does not delay the reply.
static void call(struct question *question, sd_bus_message *message) {
    question->is_replied = false;
    if (sd_bus_call_async(question->bus, NULL, message, note_reply, question, 0) < 0)
        finish(question, flint_portal_ended, "the portal cannot be called");
    process(question, true);
}

// Closes an object without waiting for a reply.
static void close_object(struct question *question, const char *path, const char *interface) {
    sd_bus_message *message = NULL;
    if (sd_bus_message_new_method_call(question->bus, &message, PORTAL_NAME, path, interface, "Close") >= 0
        && sd_bus_message_set_expect_reply(message, false) >= 0)
        sd_bus_send(question->bus, message, NULL);
    sd_bus_message_unref(message);
}

static int new_call(struct question *question, const char *interface, const char *method, sd_bus_message **message) {
    return sd_bus_message_new_method_call(question->bus, message, PORTAL_NAME, PORTAL_PATH, interface, method);
}

// Starting a session grants the location. The app's own sessions can start later.
static int open_session(struct question *question) {
    int result = name_path(question, "session", question->session);
    if (result >= 0)
        result = sd_bus_match_signal(
            question->bus, NULL, PORTAL_NAME, question->session, SESSION, "Closed", note_closed, question);
    sd_bus_message *message = NULL;
    if (result >= 0) result = new_call(question, LOCATION, "CreateSession", &message);
    if (result >= 0) result = sd_bus_message_append(message, "a{sv}", 1, "session_handle_token", "s", question->token);
    if (result >= 0) {
        call(question, message);
        snprintf(question->session, sizeof question->session, "%s", question->path);
    }
    sd_bus_message_unref(message);
    return result;
}

static int new_question(struct question *question, flint_portal portal, sd_bus_message **message) {
    const char *token = question->token;
    int result = 0;
    switch (portal) {
    case flint_portal_camera:
        result = new_call(question, "org.freedesktop.portal.Camera", "AccessCamera", message);
        break;
    case flint_portal_microphone:
        result = new_call(question, "org.freedesktop.portal.Device", "AccessDevice", message);
        if (result >= 0) result = sd_bus_message_append(*message, "uas", (uint32_t)getpid(), 1, "microphone");
        break;
    case flint_portal_location:
        result = new_call(question, LOCATION, "Start", message);
        if (result >= 0) result = sd_bus_message_append(*message, "os", question->session, "");
        break;
    case flint_portal_background:
        result = new_call(question, "org.freedesktop.portal.Background", "RequestBackground", message);
        if (result >= 0) result = sd_bus_message_append(*message, "s", "");
        break;
    }
    return result < 0 ? result : sd_bus_message_append(*message, "a{sv}", 1, "handle_token", "s", token);
}

// Listens before the call, so that no answer is missed. Old portals choose the object themselves, so any object is
// accepted.
static int ask(struct question *question, flint_portal portal) {
    int result = name_path(question, "request", question->handle);
    if (result >= 0)
        result = sd_bus_match_signal(
            question->bus, NULL, PORTAL_NAME, NULL, REQUEST, "Response", note_response, question);
    if (result >= 0)
        result = sd_bus_add_match(
            question->bus, NULL,
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" PORTAL_NAME "'", note_owner,
            question);
    if (result >= 0 && portal == flint_portal_location) result = open_session(question);
    if (result < 0 || question->is_answered) return result;
    sd_bus_message *message = NULL;
    result = new_question(question, portal, &message);
    if (result >= 0) {
        call(question, message);
        // If the response arrives before the reply, the reply is irrelevant.
        if (!question->is_answered) memcpy(question->handle, question->path, sizeof question->handle);
    }
    sd_bus_message_unref(message);
    if (result >= 0) process(question, false);
    return result;
}

flint_portal_answer flint_portal_ask(
    const char *address, flint_portal portal, int descriptor, char *problem, size_t size) {
    struct question question = {.descriptor = descriptor, .problem = problem, .size = size};
    sd_id128_t random;
    int result = sd_id128_randomize(&random);
    if (result >= 0) {
        char text[SD_ID128_STRING_MAX];
        snprintf(question.token, sizeof question.token, "flint%s", sd_id128_to_string(random, text));
        result = flint_bus_connect(address, &question.bus);
    }
    if (result >= 0) result = ask(&question, portal);
    if (result < 0) finish(&question, flint_portal_ended, strerror(-result));
    if (question.answer == flint_portal_withdrawn && *question.handle) close_object(&question, question.handle, REQUEST);
    if (*question.session) close_object(&question, question.session, SESSION);
    sd_bus_flush_close_unref(question.bus);
    return question.answer;
}

#endif
