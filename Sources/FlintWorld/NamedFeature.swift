// SPDX-License-Identifier: MIT

package struct NamedFeature: Encodable, Sendable, Hashable {
    package let id: String
    package let name: String

    package init(id: String, name: String) {
        (self.id, self.name) = (id, name)
    }
}
