// SPDX-License-Identifier: MIT

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
