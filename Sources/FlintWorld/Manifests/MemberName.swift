// SPDX-License-Identifier: MIT

/// The name of a member of a document, for members whose names are not known in advance.
package struct MemberName: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(_ name: String) { stringValue = name }

    package init(stringValue: String) { self.init(stringValue) }

    package init?(intValue: Int) { nil }
}
