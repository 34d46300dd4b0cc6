// SPDX-License-Identifier: MIT

// What the store and the portals share: a connection to the message bus, and waiting for it.

#ifndef FLINT_BUS_H
#define FLINT_BUS_H

#include <systemd/sd-bus.h>

/// Connects to a message bus, the user's if no address is given.
///
/// Returns a negative error number if there is no bus. What it then leaves in `bus` has to be released all the same.
int flint_bus_connect(const char *address, sd_bus **bus);

/// Sleeps until the bus has something to process or something can be read from a descriptor.
///
/// Returns 1 for the bus, 0 for the descriptor, -1 if the connection is lost.
int flint_bus_sleep(sd_bus *bus, int descriptor);

#endif
