// SPDX-License-Identifier: MIT

// The connection to the message bus, shared by the store and the portals.

#ifndef FLINT_BUS_H
#define FLINT_BUS_H

#include <systemd/sd-bus.h>

/// Connects to a message bus, the user's if no address is given.
///
/// Returns a negative error number if no bus is available. The caller releases `bus` in either case.
int flint_bus_connect(const char *address, sd_bus **bus);

/// Sleeps until the bus has a message to process or the descriptor is readable.
///
/// Returns 1 for the bus, 0 for the descriptor, -1 if the connection is lost.
int flint_bus_sleep(sd_bus *bus, int descriptor);

#endif
