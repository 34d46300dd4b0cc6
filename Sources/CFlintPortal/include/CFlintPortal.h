// SPDX-License-Identifier: MIT

// Access to a Linux desktop's permission store, and to the portals that ask the user, over the message bus.
//
// Without the package's trait DesktopPortal, these functions are only declared and never called.

#ifndef C_PERMISSION_STORE_H
#define C_PERMISSION_STORE_H

#include <stddef.h>

/// A connection to the store. Only one thread may use it at a time.
typedef struct flint_permission_store flint_permission_store;

/// Connects to a message bus, the user's if no address is given, and listens for changes of the store.
///
/// Returns NULL and writes a description of the problem if no bus is available.
flint_permission_store *_Nullable flint_permission_store_open(
    const char *_Nullable address, char *_Nonnull problem, size_t size);

/// Reads the first string of an app's entry in the store, truncated to the size.
///
/// Returns 1, 0 if the store has no entry, or -1 if the store is not available.
int flint_permission_store_read(
    flint_permission_store *_Nonnull store, const char *_Nonnull table, const char *_Nonnull id,
    const char *_Nonnull app, char *_Nonnull value, size_t size);

/// Waits until the store changes or a descriptor is readable.
///
/// Returns 1 for a change, 0 for the descriptor, -1 if the connection is lost.
int flint_permission_store_wait(flint_permission_store *_Nonnull store, int descriptor);

/// Opens a pipe that child processes do not inherit: the end to read from, then the end to close.
///
/// Returns 0, or -1 if no descriptor is left.
int flint_pipe(int *_Nonnull ends);

/// Closes the connection.
void flint_permission_store_close(flint_permission_store *_Nonnull store);

/// The subject of a portal's request.
typedef enum __attribute__((enum_extensibility(closed))) {
    flint_portal_camera,
    flint_portal_microphone,
    flint_portal_location,
    flint_portal_background,
} flint_portal;

/// The result of a portal's request.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// No answer, because the portal closed the request, failed or exited, or the connection is lost.
    flint_portal_ended,
    /// Access is granted.
    flint_portal_granted,
    /// The user denied access or closed the dialog. The store contains permanent denials.
    flint_portal_refused,
    /// The portal does not exist or has no dialogs on this desktop.
    flint_portal_absent,
    /// The desktop does not allow the request.
    flint_portal_forbidden,
    /// The descriptor became readable, and the dialog was closed.
    flint_portal_withdrawn,
} flint_portal_answer;

/// Requests access from the user through a portal, and waits for the answer on a separate connection.
///
/// A readable descriptor ends the request early and closes the dialog. A description of the problem is written unless
/// the user answers.
flint_portal_answer flint_portal_ask(
    const char *_Nullable address, flint_portal portal, int descriptor, char *_Nonnull problem, size_t size);

#endif
