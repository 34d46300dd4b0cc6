// SPDX-License-Identifier: MIT

import FlintLibc

enum StandardDescriptors {
    /// Opens the standard descriptors that the parent process has closed.
    ///
    /// Call this method before any file is opened. A file would otherwise get the free number and receive the program's
    /// output.
    static func reserve() {
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is the missing descriptor. Input is opened for writing and
            // output for reading, so that using them fails, as with a closed descriptor.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
