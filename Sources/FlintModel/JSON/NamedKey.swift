// SPDX-License-Identifier: MIT

/// A coding key that accepts any name, for members whose names are not known in advance.
package struct NamedKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }

    package init(stringLiteral value: String) { stringValue = value }

    package init?(intValue: Int) { nil }
}
