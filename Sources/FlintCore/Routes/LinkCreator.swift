// SPDX-License-Identifier: MIT

import FlintFoundation

/// A creator of URLs that lead to actions, based on the URL mappings that features declare.
///
/// ```swift
/// Flint.linkCreator.appLink(to: DocumentsFeature.open, with: document)        // notes://open/My%20plan
/// Flint.linkCreator.universalLink(to: DocumentsFeature.open, with: document)  // https://notes.example/open/My%20plan
/// ```
///
/// Every link can be opened with ``Flint/open(url:with:completion:)``, which finds the same action with the same
/// parameters. If an action has several mappings, mappings that do not end in `**` are preferred, then mappings for
/// exactly the creator's scheme or domain, and then mappings that were declared earlier. A mapping is skipped in these
/// cases:
///
/// - The pattern has unnamed wildcards.
/// - The input cannot be encoded for the mapping, or lacks one of the pattern's parameters.
/// - The link would lead to another action.
///
/// All members can be called from any thread.
public struct LinkCreator: Sendable {
    /// The scheme of app links, or `nil` if no app links are created.
    public let scheme: String?
    /// The domain of universal links, or `nil` if no universal links are created.
    public let domain: String?

    /// Creates a link creator for a scheme and a domain.
    ///
    /// It creates no app links without a scheme, and no universal links without a domain.
    public init(scheme: String?, domain: String?) {
        self.scheme = scheme
        self.domain = domain
    }

    /// Returns a URL with the app's scheme that leads to an action.
    ///
    /// - Parameters:
    ///   - binding: The action that the link leads to.
    ///   - input: The input of the action.
    /// - Returns: The URL, or `nil` if the creator has no scheme or no mapping fits the input.
    public func appLink<Binding: ActionBinding>(
        to binding: Binding, with input: Binding.ActionType.InputType
    ) -> URL? where Binding.ActionType.InputType: RouteParametersEncodable {
        appLink(to: ActionKey(Binding.FeatureType.self, Binding.ActionType.self), input)
    }

    /// Returns a web URL with the app's domain that leads to an action.
    ///
    /// - Parameters:
    ///   - binding: The action that the link leads to.
    ///   - input: The input of the action.
    /// - Returns: The URL, or `nil` if the creator has no domain or no mapping fits the input.
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

    /// Returns the first link that leads back to the same route and parameters, or `nil` if no mapping has such a link.
    ///
    /// Mappings that do not end in `**` are tried first. Among these, and then among the others, mappings for exactly
    /// the scope precede mappings for any scheme or domain.
    private func link(to target: ActionKey, _ input: any RouteParametersEncodable, in scope: RouteScope) -> URL? {
        let runtime = FlintRuntime.current
        runtime.requireSetUp()
        let scope = scope.normalized
        let routes = runtime.routes.routes(to: target).filter(\.pattern.isValidForLinks)
        // A pattern without `**` describes the input more specifically than an open-ended pattern.
        for (isOpenEnded, wanted) in [(false, scope), (false, scope.wider), (true, scope), (true, scope.wider)] {
            for route in routes where route.pattern.isOpenEnded == isOpenEnded && route.scopes.contains(wanted) {
                guard let parameters = input.encodeAsRouteParameters(for: route.mapping(in: wanted)),
                    let path = route.pattern.path(with: parameters)
                else { continue }
                let names = Set(route.pattern.parameterNames)
                let query = parameters.filter { !names.contains($0.key) }
                let link = URL(string: scope.address(of: path) + Self.queryText(for: query))
                // Another route may match the same URL, so the link is only used if it leads back to this route.
                if let link, runtime.opens(link, to: route, with: parameters) { return link }
            }
        }
        return nil
    }

    private static func queryText(for parameters: RouteParameters) -> String {
        guard !parameters.isEmpty else { return "" }
        let items = parameters.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentCoding.encoded(name.utf8))=\(PercentCoding.encoded(value.utf8))"
        }
        return "?" + items.joined(separator: "&")
    }
}

extension RouteScope {
    fileprivate func address(of path: [String]) -> String {
        let text = path.joined(separator: "/")
        switch self {
        case .app(let scheme):
            // Some programs convert the host to lowercase, or require a valid host name.
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
    fileprivate func opens(_ link: URL, to route: Route, with parameters: RouteParameters) -> Bool {
        guard let incoming = IncomingURL(link), let query = incoming.queryParameters,
            let match = routes.match(path: incoming.path, scope: incoming.scope)
        else { return false }
        return match.route === route && query.merging(match.parameters) { $1 } == parameters
    }
}
