// SPDX-License-Identifier: MIT

/// A rule about required purchases: any or all of several products, plus all of several further requirements.
///
/// ```swift
/// // (A or B) and C
/// PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [PurchaseRequirement(c)])
/// ```
///
/// A requirement without products applies its criteria to the dependencies instead, which allows nested alternatives:
/// `PurchaseRequirement(anyOf: [first, second])`.
///
/// Requirements are immutable and refer only to existing requirements, so they cannot form a cycle. They can be nested
/// to any depth. A requirement that several others depend on is evaluated and explained once.
public final class PurchaseRequirement: Sendable {
    /// The criteria that combine the products or, in a requirement without products, the dependencies.
    public enum Criteria: Sendable, Hashable {
        /// One product or dependency is sufficient. Without products or dependencies, the requirement is never met.
        case any
        /// All products or dependencies are required. Without products or dependencies, the requirement is always met.
        case all
    }

    /// The products in display order, without duplicates.
    package let orderedProducts: [Product]
    /// The further requirements that must also be met, or `nil` for none.
    ///
    /// In a requirement without products, ``matchingCriteria`` applies to the dependencies.
    public var dependencies: [PurchaseRequirement]? { storedDependencies }
    /// The criteria that combine the products or, in a requirement without products, the dependencies.
    public let matchingCriteria: Criteria
    /// The required number of units of a consumable product, or `nil` for other products.
    ///
    /// If the user has fewer units, the feature is unavailable, unless
    /// ``PurchaseTracker/isFeatureEnabledByPastPurchases(_:)`` unlocks it.
    public let quantity: UInt?

    /// The storage of ``dependencies``, which is mutated only during deinitialization.
    private nonisolated(unsafe) var storedDependencies: [PurchaseRequirement]?
    private let depth: Int
    /// The precomputed hash value, so that shared requirements are not traversed repeatedly.
    private let hash: Int

    init(
        products: [Product], quantity: UInt?, matchingCriteria: Criteria, dependencies: [PurchaseRequirement]?
    ) {
        orderedProducts = products.count < 2 ? products : Self.unique(products)
        storedDependencies = dependencies?.isEmpty == true ? nil : dependencies
        depth = dependencies?.reduce(0) { max($0, $1.depth + 1) } ?? 0
        self.matchingCriteria = matchingCriteria
        self.quantity = quantity
        var hasher = Hasher()
        // The result must not depend on the order of the products.
        hasher.combine(orderedProducts.reduce(0) { $0 ^ $1.hashValue })
        hasher.combine(storedDependencies?.map(\.hash))
        hasher.combine(matchingCriteria)
        hasher.combine(quantity)
        hash = hasher.finalize()
    }

    deinit {
        // A recursive release of deeply nested requirements could overflow the stack.
        guard depth > 32 else { return }
        var pending = storedDependencies ?? []
        storedDependencies = nil
        while var rule = pending.popLast() {
            guard isKnownUniquelyReferenced(&rule), let further = rule.storedDependencies else { continue }
            rule.storedDependencies = nil
            pending += further
        }
    }

    private static func unique(_ products: [Product]) -> [Product] {
        var seen: Set<Product> = []
        return products.filter { seen.insert($0).inserted }
    }

    /// The products as an unordered set.
    public var products: Set<Product> { Set(orderedProducts) }

    /// Every product in the requirement and its dependencies, without duplicates, in display order.
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

    private struct RequirementInProgress<Result> {
        let rule: PurchaseRequirement
        var results: [Result] = []
    }

    /// Computes a result for the requirement from its dependencies' results, starting with the innermost ones.
    ///
    /// Each requirement is visited once, even if several others depend on it.
    func fold<Result>(
        _ known: inout [ObjectIdentifier: Result], _ result: (PurchaseRequirement, [Result]) -> Result
    ) -> Result {
        if dependencies == nil { return result(self, []) }
        if let known = known[ObjectIdentifier(self)] { return known }
        var open = [RequirementInProgress<Result>(rule: self)]
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
                open.append(RequirementInProgress(rule: dependencies[next]))
            }
        }
    }
}

// MARK: - Creation

extension PurchaseRequirement {
    /// Creates a requirement for a non-consumable product.
    ///
    /// - Parameters:
    ///   - product: The required product.
    ///   - dependencies: Further requirements that must also be met.
    public convenience init(_ product: NonConsumableProduct, dependencies: [PurchaseRequirement]? = nil) {
        self.init(products: [product], quantity: nil, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Creates a requirement for a subscription.
    ///
    /// - Parameters:
    ///   - product: The required subscription.
    ///   - dependencies: Further requirements that must also be met.
    public convenience init(_ product: SubscriptionProduct, dependencies: [PurchaseRequirement]? = nil) {
        self.init(products: [product], quantity: nil, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Creates a requirement for a number of units of a consumable product.
    ///
    /// - Parameters:
    ///   - product: The required product.
    ///   - quantity: The required number of units. If the user has fewer units, the feature is unavailable, unless
    ///     ``PurchaseTracker/isFeatureEnabledByPastPurchases(_:)`` unlocks it. A sufficient balance alone does not
    ///     unlock the feature.
    ///   - dependencies: Further requirements that must also be met.
    public convenience init(
        _ product: ConsumableProduct, quantity: UInt, dependencies: [PurchaseRequirement]? = nil
    ) {
        self.init(products: [product], quantity: quantity, matchingCriteria: .all, dependencies: dependencies)
    }

    /// Creates a requirement for a product of any type.
    ///
    /// - Parameters:
    ///   - product: The required product. For a consumable product, one unit is required. A product of an unspecified
    ///     type counts as non-consumable.
    ///   - dependencies: Further requirements that must also be met.
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

    /// Creates a requirement for any or all products in a set, and for all of several further requirements.
    ///
    /// - Parameters:
    ///   - products: The products, which are displayed in the order of their identifiers.
    ///   - matchingCriteria: Whether one product is sufficient or all are required. If the set is empty, the criteria
    ///     apply to the dependencies.
    ///   - dependencies: Further requirements that must also be met.
    public convenience init(
        products: Set<NoQuantityProduct>, matchingCriteria: Criteria, dependencies: [PurchaseRequirement]? = nil
    ) {
        self.init(
            products: products.sorted { $0.productID < $1.productID }, quantity: nil,
            matchingCriteria: matchingCriteria, dependencies: dependencies)
    }

    /// Creates a requirement for at least one of several products.
    public convenience init(anyOf products: [NoQuantityProduct]) {
        self.init(products: products, quantity: nil, matchingCriteria: .any, dependencies: nil)
    }

    /// Creates a requirement for all of several products.
    public convenience init(allOf products: [NoQuantityProduct]) {
        self.init(products: products, quantity: nil, matchingCriteria: .all, dependencies: nil)
    }

    /// Creates a requirement that is met if at least one of several requirements is met.
    public convenience init(anyOf requirements: [PurchaseRequirement]) {
        self.init(products: [], quantity: nil, matchingCriteria: .any, dependencies: requirements)
    }

    /// Creates a requirement that is met if all of several requirements are met.
    public convenience init(allOf requirements: [PurchaseRequirement]) {
        self.init(products: [], quantity: nil, matchingCriteria: .all, dependencies: requirements)
    }
}

// MARK: - Comparison

extension PurchaseRequirement: Hashable {
    /// Returns whether two requirements have equal products, quantities, criteria and dependencies.
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
            // Each pair is compared once. Requirements that share dependencies could otherwise take exponential time.
            let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
            if seen.insert(pair).inserted { pending += zip(inner, others) }
        }
        return true
    }

    /// Returns whether two requirements are equal, without comparing each of their dependencies.
    ///
    /// Only the number and the hash values of the dependencies are compared.
    private func matches(_ other: PurchaseRequirement) -> Bool {
        hash == other.hash && matchingCriteria == other.matchingCriteria && quantity == other.quantity
            && dependencies?.count == other.dependencies?.count && hasProducts(of: other)
    }

    private struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    private func hasProducts(of other: PurchaseRequirement) -> Bool {
        orderedProducts == other.orderedProducts || products == other.products
    }

    /// Hashes the products, quantity, criteria and dependencies.
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
