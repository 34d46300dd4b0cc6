// SPDX-License-Identifier: MIT

// The system's C library.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Android)
    @_exported public import Android
#else
    @_exported public import Darwin
#endif
