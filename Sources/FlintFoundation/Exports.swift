// SPDX-License-Identifier: MIT

// The part of Foundation that the modules use, which is a library of its own where Foundation is open source.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
