#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The trees of patterns of every scope; reached only under its table's lock.
final class RouteIndex: @unchecked Sendable {
    /// The routes for any of the app's schemes.
    private let anyApp = RouteTree()
    /// The routes for any of the app's domains.
    private let anyWeb = RouteTree()
    /// The routes for a scheme, by its name in lower case.
    private var byScheme: [String: RouteTree] = [:]
    /// The routes for a domain, by its name in lower case.
    private var byDomain: [String: RouteTree] = [:]

    /// Creates an empty index.
    init() {}

    /// Adds a pattern to a scope.
    ///
    /// - Returns: The numbers of patterns there that match some of the same paths just as closely.
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

    /// The number of the route a path leads to, and the scope it is in.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - scope: The scheme of an app's URL, or the domain of a web URL, in lower case.
    /// - Returns: `nil` if no pattern fits.
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

/// A dictionary from texts at nodes to numbers that is asked with bytes, so that no string is made for a question.
struct LiteralTable: Sendable {
    fileprivate struct Slot {
        var hash: UInt32
        var node: Int32
        /// Where the text begins among the keys.
        var start: Int32
        var count: Int32
        /// The number; negative in a slot that is free.
        var value: Int32
    }

    private var slots = [Slot](repeating: Slot(hash: 0, node: 0, start: 0, count: 0, value: -1), count: 4)
    private var keys: [UInt8] = []
    private var count = 0

    /// A copy of the dictionary that is read without reference counting; its creator frees it.
    struct Frozen {
        private let slots: UnsafeMutableBufferPointer<Slot>
        private let keys: UnsafeMutableBufferPointer<UInt8>

        init(_ table: LiteralTable) {
            slots = .allocate(capacity: table.slots.count)
            keys = .allocate(capacity: table.keys.count)
            _ = slots.initialize(from: table.slots)
            _ = keys.initialize(from: table.keys)
        }

        /// Frees the copy.
        func deallocate() {
            slots.deallocate()
            keys.deallocate()
        }

        /// The number of a text at a node, or `nil` if it has none.
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
            guard let known = keys.baseAddress, let start = text.baseAddress else { return true }
            return memcmp(known + Int(slot.start), start, text.count) == 0
        }
    }

    /// Gives a number to a text that has none yet at a node.
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

    /// Fowler, Noll and Vo's hash, with its upper bits mixed into the lower ones.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>, at node: Int) -> UInt32 {
        var hash = (2_166_136_261 ^ UInt32(truncatingIfNeeded: node)) &* 16_777_619
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ (hash >> 15)
    }
}
