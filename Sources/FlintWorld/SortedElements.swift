// SPDX-License-Identifier: MIT

/// Elements in display order that can be looked up by identity.
///
/// The collection keeps products, flags, and overrides sorted as changes arrive. Replacing an element takes a binary
/// search. Inserting or removing an element also moves the elements after it.
///
/// ```swift
/// let flag = model.flags["new-player"]
/// let product = model.products["premium.monthly"]
/// ```
package struct SortedElements<Element: SortedElement>: Sendable, Hashable, RandomAccessCollection {
    private var elements: [Element]
    /// Each element's sort key by its identity.
    ///
    /// A binary search for the key yields the element's position.
    private var keys: [Element.Identity: Element.SortKey]

    /// Creates a sorted collection from elements, which may be in any order.
    ///
    /// If several elements have the same identity, only the first is used.
    package init(_ elements: [Element]) {
        keys = Dictionary(elements.map { ($0.identity, $0.sortKey) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<Element.Identity> = []
        self.elements = elements.filter { seen.insert($0.identity).inserted }.sorted { $0.sortKey < $1.sortKey }
    }

    package var startIndex: Int { elements.startIndex }
    package var endIndex: Int { elements.endIndex }
    package subscript(index: Int) -> Element { elements[index] }

    package func index(of identity: Element.Identity) -> Int? { keys[identity].map(position) }

    package subscript(identity: Element.Identity) -> Element? { index(of: identity).map { elements[$0] } }

    mutating func insert(_ element: Element) {
        let key = element.sortKey
        if let old = keys[element.identity] {
            let index = position(old)
            guard old != key else {
                elements[index] = element
                return
            }
            // The new key can have another position.
            elements.remove(at: index)
        }
        keys[element.identity] = key
        elements.insert(element, at: position(key))
    }

    mutating func remove(_ identity: Element.Identity) {
        guard let key = keys.removeValue(forKey: identity) else { return }
        elements.remove(at: position(key))
    }

    private func position(_ key: Element.SortKey) -> Int {
        elements.partitioningIndex { $0.sortKey >= key }
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element in the second part of a partitioned collection, or the end index.
    ///
    /// The closure is false for all elements before an index, and true from there on.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of elements.
    package func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// An element of ``SortedElements``.
///
/// Different identities must have different sort keys, because elements are found by their keys.
package protocol SortedElement: Sendable, Hashable {
    associatedtype Identity: Hashable & Sendable
    associatedtype SortKey: Comparable & Hashable & Sendable

    var identity: Identity { get }
    var sortKey: SortKey { get }
}

extension ProductSnapshot: SortedElement {
    package struct SortKey: Comparable, Hashable, Sendable {
        let type: Int
        let name: String
        let productID: String

        package static func < (left: SortKey, right: SortKey) -> Bool {
            (left.type, left.name, left.productID) < (right.type, right.name, right.productID)
        }
    }

    package var identity: String { productID }
    package var sortKey: SortKey { SortKey(type: type.order, name: name, productID: productID) }
}

extension FlagSnapshot: SortedElement {
    package var identity: String { key }
    package var sortKey: String { key }
}

extension FactRecord: SortedElement {
    package var identity: FactKey { key }
    package var sortKey: String { key.sortKey }
}

extension OverrideRecord: SortedElement {
    package struct SortKey: Comparable, Hashable, Sendable {
        let kind: String
        let key: String

        package static func < (left: SortKey, right: SortKey) -> Bool {
            (left.kind, left.key) < (right.kind, right.key)
        }
    }

    package var identity: FactReference { FactReference(kind: kind, key: key) }
    package var sortKey: SortKey { SortKey(kind: kind.rawValue, key: key) }
}
