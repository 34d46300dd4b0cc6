/// Every declared way from URLs to actions, of one runtime.
///
/// All members may be called from any thread. No code of the app runs under the table's lock.
package final class RouteTable: Sendable {
    private struct State {
        var routes: [Route] = []
        var index = RouteIndex()
        var byTarget: [ActionKey: [Int]] = [:]
    }

    /// What a path leads to.
    struct Match {
        /// The route.
        let route: Route
        /// The scope it was found in.
        let scope: RouteScope
        /// The values of the pattern's parameters.
        let parameters: RouteParameters
    }

    private let state = Protected(State())

    /// Creates an empty table.
    package init() {}

    /// Adds the routes of a feature.
    ///
    /// - Returns: Descriptions of what is ambiguous about them.
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

    /// The route a path leads to, and the values of the pattern's parameters.
    ///
    /// A route for exactly the scope of the URL goes before one for any. Within a scope the more specific pattern
    /// wins, compared component by component; else the one that was declared first.
    ///
    /// - Parameters:
    ///   - path: The path as it stands in the URL, percent-encoded.
    ///   - scope: The scheme of an app's URL, or the domain of a web URL.
    /// - Returns: `nil` if no route fits, or what is percent-encoded is no text.
    func match(path: Substring, scope: RouteScope) -> Match? {
        var path = path
        let scope = scope.normalized
        return state.withLock { state in
            RoutePath.with(&path) { path in
                guard let (number, found) = state.index.find(path, in: scope) else { return nil }
                let route = state.routes[number]
                return Match(route: route, scope: found, parameters: route.pattern.parameters(in: path))
            }
        }
    }

    /// Looks a path up and returns only which pattern fits, which is what a lookup costs without its result.
    ///
    /// - Parameters:
    ///   - path: The path as it stands in the URL, percent-encoded.
    ///   - scope: The scheme of an app's URL, or the domain of a web URL, in lower case.
    /// - Returns: How many routes were declared before the one that fits.
    package func number(ofPath path: inout Substring, scope: RouteScope) -> Int? {
        state.withLock { state in
            let index = state.index
            return RoutePath.with(&path) { index.find($0, in: scope)?.number }
        }
    }

    /// The routes to an action, in order of declaration.
    func routes(to target: ActionKey) -> [Route] {
        state.withLock { state in (state.byTarget[target] ?? []).map { state.routes[$0] } }
    }

    /// How many routes there are.
    package var count: Int { state.withLock { $0.routes.count } }

    /// Removes every route.
    func reset() {
        state.withLock { $0 = State() }
    }
}

extension Route {
    /// The warning about a route declared later that matches some of the same URLs.
    fileprivate func warning(of later: Route) -> String {
        "The pattern \"\(later.pattern.text)\" of \(later.actionName) fits URLs that \"\(pattern.text)\" of "
            + "\(actionName) fits as well; the first declared gets them. Change one of them."
    }
}

/// One declared way from URLs to an action.
final class Route: @unchecked Sendable {
    /// The paths.
    let pattern: RoutePattern
    /// Which URLs it is for, in an order that is the same in every run.
    let scopes: [RouteScope]
    /// The name it was declared with.
    let name: String?
    /// The feature, whose metatype is immutable and safe to use from any thread.
    let feature: FeatureDefinition.Type
    /// The action and its feature, for comparison.
    let target: ActionKey
    /// The action's name for people.
    let actionName: String
    /// The action's type name, which identifies it within its feature.
    let actionID: String
    /// Performs the action; holds nothing but types.
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

    /// The mapping that inputs get when they arrive by the route.
    func mapping(in scope: RouteScope) -> URLMapping {
        URLMapping(name: name, scope: scope, pattern: pattern.text)
    }
}

/// Looks up which route a path takes and does nothing with it, so that benchmarks can measure just that.
package struct RouteLookup: Sendable {
    private let routes: RouteTable

    /// Looks up routes of a runtime.
    package init(_ runtime: FlintRuntime) {
        routes = runtime.routes
    }

    /// How many routes were declared before the one a path takes, or `nil` if it takes none.
    ///
    /// - Parameters:
    ///   - path: The path as it stands in a URL.
    ///   - scope: The scheme or the domain, in lower case.
    /// - Returns: The number of the route.
    package func number(ofPath path: inout Substring, scope: RouteScope) -> Int? {
        routes.number(ofPath: &path, scope: scope)
    }
}
