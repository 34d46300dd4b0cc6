/// Elements in the order in which they are shown, each found by its identity.
///
/// A change of one costs a search by bisection; only a new one moves those behind it.
package struct SortedElements<Element: SortedElement>: Sendable, Hashable, RandomAccessCollection {
    private var elements: [Element]
    /// The position in the order, by identity, for elements whose identity does not give it away.
    private var keys: [Element.Identity: Element.SortKey]

    /// Creates a collection of elements in any order; of two with one identity, the first counts.
    package init(_ elements: [Element]) {
        keys = Dictionary(elements.map { ($0.identity, $0.sortKey) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<Element.Identity> = []
        self.elements = elements.filter { seen.insert($0.identity).inserted }.sorted { $0.sortKey < $1.sortKey }
    }

    /// The first index.
    package var startIndex: Int { elements.startIndex }
    /// The index behind the last element.
    package var endIndex: Int { elements.endIndex }
    /// The element at an index.
    package subscript(index: Int) -> Element { elements[index] }

    /// Returns the index of an element, or `nil` if there is none with the identity.
    package func index(of identity: Element.Identity) -> Int? { keys[identity].map(position) }

    /// The element with an identity, or `nil` if there is none.
    package subscript(identity: Element.Identity) -> Element? { index(of: identity).map { elements[$0] } }

    /// Adds an element, in place of the one with its identity.
    mutating func insert(_ element: Element) {
        let key = element.sortKey
        if let old = keys[element.identity] {
            let index = position(old)
            guard old != key else {
                elements[index] = element
                return
            }
            elements.remove(at: index)
        }
        keys[element.identity] = key
        elements.insert(element, at: position(key))
    }

    /// Removes the element with an identity, if there is one.
    mutating func remove(_ identity: Element.Identity) {
        guard let key = keys.removeValue(forKey: identity) else { return }
        elements.remove(at: position(key))
    }

    /// Returns the first position whose element does not come before a key.
    private func position(_ key: Element.SortKey) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].sortKey < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// An element of a list that is kept in order.
package protocol SortedElement: Sendable, Hashable {
    /// What identifies the element.
    associatedtype Identity: Hashable & Sendable
    /// What decides its position; different for every identity.
    associatedtype SortKey: Comparable & Hashable & Sendable

    /// What identifies the element.
    var identity: Identity { get }
    /// What decides its position.
    var sortKey: SortKey { get }
}

extension ProductSnapshot: SortedElement {
    /// The position of a product: by type, then by name, then by id.
    package struct SortKey: Comparable, Hashable, Sendable {
        let type: Int
        let name: String
        let productID: String

        /// Orders products as lists show them.
        package static func < (left: SortKey, right: SortKey) -> Bool {
            (left.type, left.name, left.productID) < (right.type, right.name, right.productID)
        }
    }

    /// The product's id.
    package var identity: String { productID }
    /// The position among products.
    package var sortKey: SortKey { SortKey(type: type.order, name: name, productID: productID) }
}

extension FlagSnapshot: SortedElement {
    /// The flag's key.
    package var identity: String { key }
    /// The position among flags.
    package var sortKey: String { key }
}

extension OverrideRecord: SortedElement {
    /// The position of an override: by kind, then by key.
    package struct SortKey: Comparable, Hashable, Sendable {
        let kind: String
        let key: String

        /// Orders overrides as lists show them.
        package static func < (left: SortKey, right: SortKey) -> Bool {
            (left.kind, left.key) < (right.kind, right.key)
        }
    }

    /// The fact that is overridden.
    package var identity: FactReference { FactReference(kind: kind, key: key) }
    /// The position among overrides.
    package var sortKey: SortKey { SortKey(kind: kind.rawValue, key: key) }
}
