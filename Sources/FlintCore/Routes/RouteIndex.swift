// SPDX-License-Identifier: MIT

import FlintLibc

/// An index of route trees by scope.
///
/// Schemes and domains are in lowercase. All access is synchronized by the ``RouteTable``'s lock.
final class RouteIndex: @unchecked Sendable {
    private let anyApp = RouteTree()
    private let anyWeb = RouteTree()
    private var byScheme: [String: RouteTree] = [:]
    private var byDomain: [String: RouteTree] = [:]

    init() {}

    func insert(_ pattern: RoutePattern, _ number: Int, in scope: RouteScope) -> [Int] {
        switch scope {
        case .appAny: anyApp.insert(pattern, number)
        case .universalAny: anyWeb.insert(pattern, number)
        case .app(let scheme): Self.tree(scheme, in: &byScheme).insert(pattern, number)
        case .universal(let domain): Self.tree(domain, in: &byDomain).insert(pattern, number)
        }
    }

    private static func tree(_ name: String, in trees: inout [String: RouteTree]) -> RouteTree {
        if let tree = trees[name] { return tree }
        let tree = RouteTree()
        trees[name] = tree
        return tree
    }

    func find(_ path: RoutePath, in scope: RouteScope) -> (number: Int, scope: RouteScope)? {
        if let number = exactTree(for: scope)?.match(path) { return (number, scope) }
        return (scope.isApp ? anyApp : anyWeb).match(path).map { ($0, scope.wider) }
    }

    private func exactTree(for scope: RouteScope) -> RouteTree? {
        switch scope {
        case .app(let scheme): byScheme.isEmpty ? nil : byScheme[scheme]
        case .universal(let domain): byDomain.isEmpty ? nil : byDomain[domain]
        case .appAny, .universalAny: nil
        }
    }
}

/// A hash table that maps a tree node and a literal path component to a number.
///
/// Lookups compare bytes, which avoids creating strings.
struct LiteralTable: Sendable {
    fileprivate struct Slot {
        var hash: UInt32
        var node: Int32
        var start: Int32
        var count: Int32
        /// The number that the key maps to, or a negative value for a free slot.
        var value: Int32
    }

    private var slots = [Slot](repeating: Slot(hash: 0, node: 0, start: 0, count: 0, value: -1), count: 4)
    private var keys: [UInt8] = []
    private var count = 0

    /// A copy of the table that is read without reference counting.
    ///
    /// The creator of the copy must deallocate it.
    struct Frozen {
        private let slots: UnsafeMutableBufferPointer<Slot>
        private let keys: UnsafeMutableBufferPointer<UInt8>

        init(_ table: LiteralTable) {
            slots = .allocate(capacity: table.slots.count)
            keys = .allocate(capacity: table.keys.count)
            _ = slots.initialize(from: table.slots)
            _ = keys.initialize(from: table.keys)
        }

        func deallocate() {
            slots.deallocate()
            keys.deallocate()
        }

        func number(of text: UnsafeBufferPointer<UInt8>, at node: Int) -> Int? {
            let hash = LiteralTable.hash(text, at: node)
            var index = Int(hash) & (slots.count - 1)
            while slots[index].value >= 0 {
                let slot = slots[index]
                if slot.hash == hash, Int(slot.node) == node, isEqual(slot, text) { return Int(slot.value) }
                index = (index + 1) & (slots.count - 1)
            }
            return nil
        }

        private func isEqual(_ slot: Slot, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard Int(slot.count) == text.count else { return false }
            // Without an address, both are empty.
            guard let known = keys.baseAddress, let start = text.baseAddress else { return true }
            return memcmp(known + Int(slot.start), start, text.count) == 0
        }
    }

    /// Inserts a literal at a node that does not contain the literal yet.
    mutating func insert(_ text: [UInt8], at node: Int, _ value: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        let hash = text.withUnsafeBufferPointer { Self.hash($0, at: node) }
        put(
            Slot(
                hash: hash, node: Int32(node), start: Int32(keys.count), count: Int32(text.count),
                value: Int32(value)))
        keys += text
        count += 1
    }

    private mutating func put(_ slot: Slot) {
        var index = Int(slot.hash) & (slots.count - 1)
        while slots[index].value >= 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(hash: 0, node: 0, start: 0, count: 0, value: -1), count: old.count * 2)
        for slot in old where slot.value >= 0 { put(slot) }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>, at node: Int) -> UInt32 {
        // This is FNV-1a. The upper bits are mixed into the lower ones, which select the slot.
        var hash = (2_166_136_261 ^ UInt32(truncatingIfNeeded: node)) &* 16_777_619
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ (hash >> 15)
    }
}
