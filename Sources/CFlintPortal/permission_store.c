// SPDX-License-Identifier: MIT

#include "CFlintPortal.h"

#ifdef FLINT_DESKTOP_PORTAL

#include "bus.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STORE_NAME "org.freedesktop.impl.portal.PermissionStore"
#define STORE_PATH "/org/freedesktop/impl/portal/PermissionStore"
#define NOT_FOUND "org.freedesktop.portal.Error.NotFound"

// The timeout of the store in microseconds. The first request starts the store.
#define PATIENCE 5000000

struct flint_permission_store {
    sd_bus *bus;
    bool has_changed;
};

static int note_change(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)message;
    (void)error;
    ((flint_permission_store *)context)->has_changed = true;
    return 0;
}

flint_permission_store *flint_permission_store_open(const char *address, char *problem, size_t size) {
    flint_permission_store *store = calloc(1, sizeof *store);
    if (!store) {
        snprintf(problem, size, "there is no memory left");
        return NULL;
    }
    int result = flint_bus_connect(address, &store->bus);
    if (result >= 0)
        result = sd_bus_match_signal(
            store->bus, NULL, NULL, STORE_PATH, STORE_NAME, "Changed", note_change, store);
    if (result >= 0) return store;
    snprintf(problem, size, "the message bus cannot be reached: %s", strerror(-result));
    flint_permission_store_close(store);
    return NULL;
}

// Copies the first string of the app's entry and skips the rest of the answer.
static int find(sd_bus_message *answer, const char *app, char *value, size_t size) {
    int found = 0;
    int result = sd_bus_message_enter_container(answer, 'a', "{sas}");
    while (result >= 0 && (result = sd_bus_message_enter_container(answer, 'e', "sas")) > 0) {
        const char *name = NULL;
        const char *first = NULL;
        result = sd_bus_message_read_basic(answer, 's', &name);
        if (result >= 0) result = sd_bus_message_enter_container(answer, 'a', "s");
        while (result >= 0) {
            const char *text = NULL;
            result = sd_bus_message_read_basic(answer, 's', &text);
            if (result <= 0) break;
            if (!first) first = text;
        }
        if (result >= 0 && first && strcmp(name, app) == 0) {
            snprintf(value, size, "%s", first);
            found = 1;
        }
        if (result >= 0) result = sd_bus_message_exit_container(answer);
        if (result >= 0) result = sd_bus_message_exit_container(answer);
    }
    return result < 0 ? -1 : found;
}

int flint_permission_store_read(
    flint_permission_store *store, const char *table, const char *id, const char *app, char *value, size_t size) {
    sd_bus_message *question = NULL;
    sd_bus_message *answer = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int result = sd_bus_message_new_method_call(store->bus, &question, STORE_NAME, STORE_PATH, STORE_NAME, "Lookup");
    if (result >= 0) result = sd_bus_message_append(question, "ss", table, id);
    if (result >= 0) result = sd_bus_call(store->bus, question, PATIENCE, &error, &answer);
    int found = -1;
    if (result >= 0) {
        found = find(answer, app, value, size);
    } else if (sd_bus_error_has_name(&error, NOT_FOUND)) {
        found = 0;
    }
    sd_bus_error_free(&error);
    sd_bus_message_unref(question);
    sd_bus_message_unref(answer);
    return found;
}

int flint_permission_store_wait(flint_permission_store *store, int descriptor) {
    for (;;) {
        int result = sd_bus_process(store->bus, NULL);
        if (result < 0) return -1;
        if (store->has_changed) {
            store->has_changed = false;
            return 1;
        }
        if (result > 0) continue;
        result = flint_bus_sleep(store->bus, descriptor);
        if (result < 1) return result;
    }
}

void flint_permission_store_close(flint_permission_store *store) {
    sd_bus_flush_close_unref(store->bus);
    free(store);
}

#endif
