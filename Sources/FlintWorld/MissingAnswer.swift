// SPDX-License-Identifier: MIT

/// An error that an inspector throws if it cannot answer, for example because its app does not respond.
package struct MissingAnswer: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}
