// SPDX-License-Identifier: MIT

// The permission store of a Linux desktop and the portals that ask the user, over its message bus.
//
// Without the package's trait DesktopPortal these functions are declared only, and not called.

#ifndef C_PERMISSION_STORE_H
#define C_PERMISSION_STORE_H

#include <stddef.h>

/// A connection to the store; one thread at a time uses it.
typedef struct flint_permission_store flint_permission_store;

/// Connects to a message bus, the user's if no address is given, and listens for changes of the store.
///
/// Returns NULL if there is no bus, and writes a description of the problem.
flint_permission_store *_Nullable flint_permission_store_open(
    const char *_Nullable address, char *_Nonnull problem, size_t size);

/// Reads what the store has for an app: the first of the strings, cut at the size.
///
/// Returns 1, or 0 if the store has nothing, or -1 if it cannot be asked.
int flint_permission_store_read(
    flint_permission_store *_Nonnull store, const char *_Nonnull table, const char *_Nonnull id,
    const char *_Nonnull app, char *_Nonnull value, size_t size);

/// Waits until the store changes or something can be read from a descriptor.
///
/// Returns 1 for a change, 0 for the descriptor, -1 if the connection is lost.
int flint_permission_store_wait(flint_permission_store *_Nonnull store, int descriptor);

/// Opens a pipe that the programs which the app starts do not inherit: the end to read from, then the one to close.
///
/// Returns 0, or -1 if there is no descriptor left.
int flint_pipe(int *_Nonnull ends);

/// Ends the connection.
void flint_permission_store_close(flint_permission_store *_Nonnull store);

/// What a portal asks the user for.
typedef enum __attribute__((enum_extensibility(closed))) {
    flint_portal_camera,
    flint_portal_microphone,
    flint_portal_location,
    flint_portal_background,
} flint_portal;

/// How a portal's request ended.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// It did not: the portal closed it, failed or has ended itself, or the connection is lost.
    flint_portal_ended,
    /// The access is granted.
    flint_portal_granted,
    /// The user denied it, or closed the dialog; the store has what was denied for good.
    flint_portal_refused,
    /// There is no such portal, or it has no dialogs on this desktop.
    flint_portal_absent,
    /// The desktop does not let the app ask.
    flint_portal_forbidden,
    /// The descriptor could be read from, and the dialog was closed.
    flint_portal_withdrawn,
} flint_portal_answer;

/// Has a portal ask the user, who may take any time, and waits for the answer on a connection of its own.
///
/// It ends early if something can be read from a descriptor, which closes the dialog. Where it is neither granted nor
/// refused, a description of the problem is written.
flint_portal_answer flint_portal_ask(
    const char *_Nullable address, flint_portal portal, int descriptor, char *_Nonnull problem, size_t size);

#endif
