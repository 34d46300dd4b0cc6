// The permission store of a Linux desktop, over its message bus.
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

/// Ends the connection.
void flint_permission_store_close(flint_permission_store *_Nonnull store);

#endif
