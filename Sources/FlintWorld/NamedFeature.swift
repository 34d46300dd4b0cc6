// SPDX-License-Identifier: MIT

/// A feature's id and name, as part of an answer about other things.
package struct NamedFeature: Encodable, Sendable, Hashable {
    package let id: String
    package let name: String

    package init(id: String, name: String) {
        (self.id, self.name) = (id, name)
    }
}
