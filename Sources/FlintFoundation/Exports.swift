// SPDX-License-Identifier: MIT

// The part of Foundation that the modules use. Where Foundation is open source, this part is a separate library.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
