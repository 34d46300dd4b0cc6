// SPDX-License-Identifier: MIT

#ifndef C_SOAK_H
#define C_SOAK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The values that the processes of a soak share, in a file that all of them map.
enum soak_value {
    /// The seconds by which the clocks of the processes are ahead of the machine's.
    soak_clock_shift,
    /// The number of the marker that the app is to record.
    soak_marker,
    /// The seconds that have passed in the demo.
    soak_demo_seconds,
    /// The app's time, in seconds since 1970.
    soak_app_time,
    /// Whether files cannot be written, 0 or 1.
    soak_is_disk_full,
};

/// Creates the file of the shared values and maps it.
///
/// The processes whose environment variable FLINT_SOAK names the file map it when they start. Only their clocks are
/// shifted. Returns whether the file is mapped.
bool soak_share(const char *path);

int64_t soak_get(enum soak_value value);
void soak_set(enum soak_value value, int64_t number);

/// Mounts a file system in memory that only this process and its children see.
///
/// An ordinary user needs the right to create user namespaces. The process must not have started a thread. Returns
/// whether the file system is mounted.
bool soak_mount(const char *folder, uint64_t bytes);

void soak_unmount(const char *folder);

/// Limits the size of the files that a process writes, or removes the limit with `UINT64_MAX`.
///
/// - Parameter process: The process, or 0 for this process.
void soak_limit_files(pid_t process, uint64_t bytes);

#endif
