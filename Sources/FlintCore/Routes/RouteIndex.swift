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
