/// A rule about what must be bought: any or all of some products, and every one of further rules.
///
/// ```swift
/// // (A or B) and C
/// PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [PurchaseRequirement(c)])
/// ```
///
/// A requirement without products of its own applies its criteria to the further rules instead, so that alternatives
/// of any depth can be written: `PurchaseRequirement(anyOf: [first, second])`.
///
/// A requirement never changes and is made of ones that exist already, so there can be no cycle among them. One that is
/// a dependency of several others is evaluated and explained once, and rules may be nested to any depth.
public final class PurchaseRequirement: Sendable {
    /// How many of the products must be owned or, where there are none, how many of the dependencies must be met.
    public enum Criteria: Sendable, Hashable {
        /// One is enough. Without products and dependencies the requirement is never met.
        case any
        /// All of them. Without products and dependencies the requirement is always met.
        case all
    }

    /// The products, in the order in which they are shown.
    package let orderedProducts: [Product]
    /// The further rules, all of which must be met besides the products; `nil` if there are none.
    ///
    /// Without products of its own the requirement applies ``matchingCriteria`` to them.
    public var dependencies: [PurchaseRequirement]? { furtherRules }
    /// How many of the products must be owned or, where there are none, how many of the dependencies must be met.
    public let matchingCriteria: Criteria
    /// How many units are needed of a consumable product; fewer keep a feature from being available.
    public let quantity: UInt?

    /// The dependencies; changed only while the requirement is released.
    private nonisolated(unsafe) var furtherRules: [PurchaseRequirement]?
    /// How many levels of dependencies there are.
    private let depth: Int
    /// Hashed once, so that a rule that many others share is not traversed again and again.
    private let hash: Int

    init(
        products: [Product], quantity: UInt?, matchingCriteria: Criteria, dependencies: [PurchaseRequirement]?
    ) {
        orderedProducts = products.count < 2 ? products : Self.unique(products)
        furtherRules = dependencies?.isEmpty == true ? nil : dependencies
        depth = dependencies?.reduce(0) { max($0, $1.depth + 1) } ?? 0
        self.matchingCriteria = matchingCriteria
        self.quantity = quantity
        var hasher = Hasher()
        // The same whatever their order.
        hasher.combine(orderedProducts.reduce(0) { $0 ^ $1.hashValue })
        hasher.combine(furtherRules?.map(\.hash))
        hasher.combine(matchingCriteria)
        hasher.combine(quantity)
        hash = hasher.finalize()
    }

    /// Releases the rules inside one after the other, where they are many levels deep.
    deinit {
        guard depth > 32 else { return }
        var pending = furtherRules ?? []
        furtherRules = nil
        while var rule = pending.popLast() {
            guard isKnownUniquelyReferenced(&rule), let further = rule.furtherRules else { continue }
            rule.furtherRules = nil
            pending += further
        }
    }

    /// Products each once, in their order.
    private static func unique(_ products: [Product]) -> [Product] {
        var seen: Set<Product> = []
        return products.filter { seen.insert($0).inserted }
    }

    /// The products.
    public var products: Set<Product> { Set(orderedProducts) }

    /// Every product the requirement mentions at any depth, each once, in the order in which they are shown.
    public var allProducts: [Product] {
        if dependencies == nil { return orderedProducts }
        var products: [Product] = []
        var seenProducts: Set<Product> = []
        var seenRequirements: Set<ObjectIdentifier> = []
        var pending = [self]
        while let requirement = pending.popLast() {
            guard seenRequirements.insert(ObjectIdentifier(requirement)).inserted else { continue }
            products += requirement.orderedProducts.filter { seenProducts.insert($0).inserted }
            pending += (requirement.dependencies ?? []).reversed()
        }
        return products
    }

    /// A rule whose dependencies are being worked through, with what has been made of those before.
    private struct OpenRule<Result> {
        let rule: PurchaseRequirement
        var results: [Result] = []
    }

    /// Works from the innermost rules outwards, on each object once.
    ///
    /// - Parameters:
    ///   - known: The results for rules that have been met before.
    ///   - result: Makes a result of a rule from those of its dependencies.
    /// - Returns: The result of the whole.
    func fold<Result>(
        _ known: inout [ObjectIdentifier: Result], _ result: (PurchaseRequirement, [Result]) -> Result
    ) -> Result {
        if dependencies == nil { return result(self, []) }
        if let known = known[ObjectIdentifier(self)] { return known }
        var open = [OpenRule<Result>(rule: self)]
        while true {
            let last = open.count - 1
            let dependencies = open[last].rule.dependencies ?? []
            let next = open[last].results.count
            guard next < dependencies.count else {
                let done = open.removeLast()
                let value = result(done.rule, done.results)
                known[ObjectIdentifier(done.rule)] = value
                if open.isEmpty { return value }
                open[last - 1].results.append(value)
                continue
            }
            if let value = known[ObjectIdentifier(dependencies[next])] {
                open[last].results.append(value)
            } else {
                open.append(OpenRule(rule: dependencies[next]))
            }
        }
    }
}

// MARK: - Making one

extension PurchaseRequirement {
    /// Requires a product that is bought once.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - dependencies: What must be met besides.
    public convenience init(_ product: NonConsumableProduct, dependencies: [PurchaseRequirement]? = nil) {
        self.init(products: [product], quantity: nil, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Requires a subscription.
    ///
    /// - Parameters:
    ///   - product: The subscription.
    ///   - dependencies: What must be met besides.
    public convenience init(_ product: SubscriptionProduct, dependencies: [PurchaseRequirement]? = nil) {
        self.init(products: [product], quantity: nil, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Requires units of a consumable product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many units. Fewer are not enough, and whether these are is the tracker's decision.
    ///   - dependencies: What must be met besides.
    public convenience init(
        _ product: ConsumableProduct, quantity: UInt, dependencies: [PurchaseRequirement]? = nil
    ) {
        self.init(products: [product], quantity: quantity, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Requires a product of whatever kind.
    ///
    /// - Parameters:
    ///   - product: The product. One unit is needed of a product that is used up, and a product whose type does not
    ///     declare how it is bought counts as bought once.
    ///   - dependencies: What must be met besides.
    public convenience init(_ product: Product, dependencies: [PurchaseRequirement]? = nil) {
        let isKnown = product is NoQuantityProduct || product is ConsumableProduct
        let product =
            isKnown
            ? product
            : NonConsumableProduct(
                name: product.name, description: product.description, productID: product.productID)
        self.init(
            products: [product], quantity: product is ConsumableProduct ? 1 : nil, matchingCriteria: .all,
            dependencies: dependencies)
    }

    /// Requires any or all of a set of products, and every one of further rules.
    ///
    /// - Parameters:
    ///   - products: The products; they are shown in the order of their identifiers.
    ///   - matchingCriteria: Whether one product is enough or, if the set is empty, one dependency.
    ///   - dependencies: Further rules that must be met besides.
    public convenience init(
        products: Set<NoQuantityProduct>, matchingCriteria: Criteria, dependencies: [PurchaseRequirement]? = nil
    ) {
        self.init(
            products: products.sorted { $0.productID < $1.productID }, quantity: nil,
            matchingCriteria: matchingCriteria, dependencies: dependencies)
    }

    /// Requires one of several products.
    public convenience init(anyOf products: [NoQuantityProduct]) {
        self.init(products: products, quantity: nil, matchingCriteria: .any, dependencies: nil)
    }

    /// Requires every one of several products.
    public convenience init(allOf products: [NoQuantityProduct]) {
        self.init(products: products, quantity: nil, matchingCriteria: .all, dependencies: nil)
    }

    /// Requires that one of several requirements is met.
    public convenience init(anyOf requirements: [PurchaseRequirement]) {
        self.init(products: [], quantity: nil, matchingCriteria: .any, dependencies: requirements)
    }

    /// Requires that all of several requirements are met.
    public convenience init(allOf requirements: [PurchaseRequirement]) {
        self.init(products: [], quantity: nil, matchingCriteria: .all, dependencies: requirements)
    }
}

// MARK: - Comparing

extension PurchaseRequirement: Hashable {
    /// Whether two requirements ask for the same products in the same quantity under the same rule.
    public static func == (lhs: PurchaseRequirement, rhs: PurchaseRequirement) -> Bool {
        if lhs === rhs { return true }
        guard lhs.matches(rhs) else { return false }
        if lhs.dependencies == nil { return true }
        var pending = [(lhs, rhs)]
        var seen: Set<Pair> = []
        while let (left, right) = pending.popLast() {
            if left === right { continue }
            guard left.matches(right) else { return false }
            guard let inner = left.dependencies, let others = right.dependencies else { continue }
            let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
            if seen.insert(pair).inserted { pending += zip(inner, others) }
        }
        return true
    }

    /// Whether a requirement is the same but for its dependencies, of which it has as many.
    private func matches(_ other: PurchaseRequirement) -> Bool {
        hash == other.hash && matchingCriteria == other.matchingCriteria && quantity == other.quantity
            && dependencies?.count == other.dependencies?.count && hasProducts(of: other)
    }

    /// Two rules that have been compared.
    private struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    /// Whether the products are those of another requirement, in any order.
    private func hasProducts(of other: PurchaseRequirement) -> Bool {
        orderedProducts == other.orderedProducts || products == other.products
    }

    /// Hashes everything that takes part in the comparison.
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
