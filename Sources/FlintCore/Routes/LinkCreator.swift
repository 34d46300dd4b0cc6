#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Makes URLs that lead to actions with an input, by the mappings features declare.
///
/// ```swift
/// Flint.linkCreator.appLink(to: DocumentsFeature.open, with: document)        // notes://open/My%20plan
/// Flint.linkCreator.universalLink(to: DocumentsFeature.open, with: document)  // https://notes.example/open/My%20plan
/// ```
///
/// Every link leads back: ``Flint/open(url:with:completion:)`` finds the same action for it, with the same
/// parameters. Of several mappings, those that do not end in `**` come first, then those for exactly the creator's
/// scheme or domain, and then the order of declaration counts. A mapping is passed over if it has wildcards without
/// names, if the input cannot be written for it or lacks one of its parameters, or if a link made by it would lead
/// somewhere else. All members may be called from any thread.
public struct LinkCreator: Sendable {
    /// The scheme of app links; without one there are none.
    public let scheme: String?
    /// The domain of universal links; without one there are none.
    public let domain: String?

    /// Creates a maker of links for a scheme and a domain.
    public init(scheme: String?, domain: String?) {
        self.scheme = scheme
        self.domain = domain
    }

    /// Makes a URL of the app's own scheme.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - input: What it is to work on.
    /// - Returns: `nil` if there is no scheme, or no mapping by which such an input can arrive.
    public func appLink<Binding: ActionBinding>(
        to binding: Binding, with input: Binding.ActionType.InputType
    ) -> URL? where Binding.ActionType.InputType: RouteParametersEncodable {
        appLink(to: ActionKey(Binding.FeatureType.self, Binding.ActionType.self), input)
    }

    /// Makes a web URL at the app's domain.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - input: What it is to work on.
    /// - Returns: `nil` if there is no domain, or no mapping by which such an input can arrive.
    public func universalLink<Binding: ActionBinding>(
        to binding: Binding, with input: Binding.ActionType.InputType
    ) -> URL? where Binding.ActionType.InputType: RouteParametersEncodable {
        universalLink(to: ActionKey(Binding.FeatureType.self, Binding.ActionType.self), input)
    }

    func appLink(to target: ActionKey, _ input: any RouteParametersEncodable) -> URL? {
        scheme.flatMap { link(to: target, input, in: .app(scheme: $0)) }
    }

    func universalLink(to target: ActionKey, _ input: any RouteParametersEncodable) -> URL? {
        domain.flatMap { link(to: target, input, in: .universal(domain: $0)) }
    }

    /// Makes a link in a scope by the first mapping that gives one which leads back.
    private func link(to target: ActionKey, _ input: any RouteParametersEncodable, in scope: RouteScope) -> URL? {
        let runtime = FlintRuntime.current
        runtime.requireSetUp()
        let scope = scope.normalized
        let routes = runtime.routes.routes(to: target).filter(\.pattern.isValidForLinks)
        // A path that ends describes the input more closely than an open-ended one.
        for (isOpenEnded, wanted) in [(false, scope), (false, scope.wider), (true, scope), (true, scope.wider)] {
            for route in routes where route.pattern.isOpenEnded == isOpenEnded && route.scopes.contains(wanted) {
                guard let parameters = input.encodeAsRouteParameters(for: route.mapping(in: wanted)),
                    let path = route.pattern.path(with: parameters)
                else { continue }
                let names = Set(route.pattern.parameterNames)
                let query = parameters.filter { !names.contains($0.key) }
                let link = URL(string: scope.text(before: path) + Self.text(ofQuery: query))
                if let link, runtime.leads(link, to: route, with: parameters) { return link }
            }
        }
        return nil
    }

    private static func text(ofQuery parameters: RouteParameters) -> String {
        guard !parameters.isEmpty else { return "" }
        let items = parameters.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentCoding.encoded(name.utf8))=\(PercentCoding.encoded(value.utf8))"
        }
        return "?" + items.joined(separator: "&")
    }
}

extension RouteScope {
    /// A URL up to its query.
    ///
    /// - Parameter path: The percent-encoded components.
    /// - Returns: The URL's text.
    fileprivate func text(before path: [String]) -> String {
        let text = path.joined(separator: "/")
        switch self {
        case .app(let scheme):
            // Some programs put what stands in the place of a host into lower case, or take it for a name.
            let isHost = path.first?.utf8.allSatisfy { byte in
                PercentCoding.isUnreserved(byte) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
            return isHost == false ? "\(scheme):///\(text)" : "\(scheme)://\(text)"
        case .universal(let domain):
            return "https://\(domain)/\(text)"
        case .appAny, .universalAny:
            return text
        }
    }
}

extension FlintRuntime {
    /// Whether opening a link would perform the action of a route with certain parameters.
    fileprivate func leads(_ link: URL, to route: Route, with parameters: RouteParameters) -> Bool {
        guard let incoming = IncomingURL(link), let query = incoming.queryParameters,
            let match = routes.match(path: incoming.path, scope: incoming.scope)
        else { return false }
        return match.route === route && query.merging(match.parameters) { $1 } == parameters
    }
}
