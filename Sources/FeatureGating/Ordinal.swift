// SPDX-License-Identifier: MIT

/// The number of an element in the table or graph that assigned it.
///
/// Numbers are consecutive from zero, in the order in which elements were added. The tag distinguishes numbers of
/// different kinds of elements.
@usableFromInline
package struct Ordinal<Tag>: Hashable, Sendable, Comparable {
    @usableFromInline
    package let rawValue: Int32

    @inlinable
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable
    package var index: Int { Int(rawValue) }

    @inlinable
    package static func < (lhs: Ordinal, rhs: Ordinal) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
