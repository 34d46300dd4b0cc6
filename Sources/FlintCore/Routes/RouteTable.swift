// SPDX-License-Identifier: MIT

import FlintLocks

/// The routes from URLs to actions that a runtime's features declare.
///
/// All members can be called from any thread. The app's code never runs while the table's lock is held.
package final class RouteTable: Sendable {
    private struct State {
        var routes: [Route] = []
        var index = RouteIndex()
        var byTarget: [ActionKey: [Int]] = [:]
    }

    /// The result of looking up a path.
    ///
    /// The scope is the one that the route was declared for. It can be wider than the URL's scope.
    struct Match {
        let route: Route
        let scope: RouteScope
        let parameters: RouteParameters
    }

    private let state = Protected(State())

    package init() {}

    func add(_ routes: [Route]) -> [String] {
        state.withLock { state in
            var advisories: [String] = []
            for route in routes {
                let number = state.routes.count
                state.routes.append(route)
                state.byTarget[route.target, default: []].append(number)
                var rivals: [Int] = []
                for scope in route.scopes {
                    rivals += state.index.insert(route.pattern, number, in: scope)
                }
                if let rival = rivals.min().map({ state.routes[$0] }) {
                    advisories.append(rival.warning(of: route))
                }
            }
            return advisories
        }
    }

    /// Returns the route that a path leads to, with the values of the pattern's parameters.
    ///
    /// A route for exactly the URL's scope is preferred to a route for any scheme or domain. Within a scope, the more
    /// specific pattern wins, compared component by component. If patterns are equally specific, the first one declared
    /// wins.
    ///
    /// The result is `nil` if no route matches, or if the decoded path is not valid UTF-8 or contains a zero byte.
    func match(path: Substring, scope: RouteScope) -> Match? {
        guard let path = RoutePath(path) else { return nil }
        return state.withLock { state in
            guard let (number, found) = state.index.find(path, in: scope.normalized) else { return nil }
            let route = state.routes[number]
            return Match(route: route, scope: found, parameters: route.pattern.parameters(in: path))
        }
    }

    func number(ofPath path: Substring, scope: RouteScope) -> Int? {
        guard let path = RoutePath(path) else { return nil }
        return state.withLock { $0.index.find(path, in: scope)?.number }
    }

    func routes(to target: ActionKey) -> [Route] {
        state.withLock { state in (state.byTarget[target] ?? []).map { state.routes[$0] } }
    }

    package var count: Int { state.withLock { $0.routes.count } }

    func reset() {
        state.withLock { $0 = State() }
    }
}

extension Route {
    fileprivate func warning(of later: Route) -> String {
        "The pattern \"\(later.pattern.text)\" of \(later.actionName) matches URLs that \"\(pattern.text)\" of "
            + "\(actionName) also matches; the pattern declared first is used. Change one of them."
    }
}

final class Route: @unchecked Sendable {
    let pattern: RoutePattern
    /// The scopes that the route applies to, in a deterministic order.
    let scopes: [RouteScope]
    let name: String?
    /// The feature's metatype, which is immutable and safe to use from any thread.
    let feature: FeatureDefinition.Type
    let target: ActionKey
    let actionName: String
    let actionID: String
    /// A closure that performs the action and captures only types.
    let perform: (ExternalActionRequest) -> Void

    init<ActionType: Action>(
        pattern: RoutePattern, scopes: Set<RouteScope>, name: String?, feature: FeatureDefinition.Type,
        action: ActionType.Type, perform: @escaping (ExternalActionRequest) -> Void
    ) {
        self.pattern = pattern
        self.scopes = Set(scopes.map(\.normalized)).sorted { $0.description < $1.description }
        self.name = name
        self.feature = feature
        self.perform = perform
        target = ActionKey(feature, action)
        actionName = action.name
        actionID = TypeNames.short(action)
    }

    func mapping(in scope: RouteScope) -> URLMapping {
        URLMapping(name: name, scope: scope, pattern: pattern.text)
    }
}

extension FlintRuntime {
    /// Returns the position in declaration order of the route that a path leads to.
    ///
    /// The method does not create a match, so that benchmarks can measure the lookup.
    package func routeNumber(ofPath path: Substring, scope: RouteScope) -> Int? {
        routes.number(ofPath: path, scope: scope)
    }
}
