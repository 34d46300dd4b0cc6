// SPDX-License-Identifier: MIT

/// The error of a question that an inspector could not answer, for example because its app does not respond.
package struct MissingAnswer: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}
