// SPDX-License-Identifier: MIT

/// A feature whose actions can be performed through URLs.
///
/// ```swift
/// extension DocumentsFeature: URLMapped {
///     static func urlMappings(routes: URLMappingsBuilder) {
///         routes.send("open/$(name)", to: open)
///         routes.send("new", to: create, in: [.appAny], name: "blank")
///     }
/// }
/// ```
///
/// Declare an unconditional conformance in the module that defines the feature. A conformance in another module is not
/// found when the feature is registered.
public protocol URLMapped {
    /// Declares the URLs that lead to the feature's actions.
    ///
    /// The method is called once, when the feature is registered.
    static func urlMappings(routes: URLMappingsBuilder)
}

extension FeatureDefinition where Self: URLMapped {
    /// Returns a builder with the URL mappings that the feature declares.
    public static func makeURLMappings() -> URLMappingsBuilder? {
        let builder = URLMappingsBuilder(featureName: name)
        urlMappings(routes: builder)
        return builder
    }
}

/// A builder that collects a feature's URL mappings when the feature is registered.
public final class URLMappingsBuilder {
    private let featureName: String
    private(set) var routes: [Route] = []
    private(set) var advisories: [String] = []

    init(featureName: String) {
        self.featureName = featureName
    }

    /// Maps URLs to an action.
    ///
    /// A pattern is a path with these components:
    ///
    /// - A literal, which is not percent-encoded.
    /// - `*`, which matches one or more characters in a component.
    /// - `$(name)`, which matches like `*` and captures the characters as a parameter.
    /// - `**` at the end, which matches all remaining components.
    ///
    /// A leading and a trailing slash are ignored. A pattern applies to the path of a web URL, and to everything after
    /// `scheme://` or `scheme:` in an app URL. The URL's query adds parameters, but the pattern's parameters take
    /// precedence.
    ///
    /// A malformed pattern is ignored and reported as an advisory.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, such as `open/$(name)`.
    ///   - binding: The action that the URLs lead to.
    ///   - scopes: The URLs that the mapping applies to. The default is all app URLs and all web URLs.
    ///   - name: A name that is passed to the input, to distinguish the mapping from other mappings to the same action.
    public func send<FeatureType: FeatureDefinition, ActionType: Action>(
        _ pattern: String, to binding: StaticActionBinding<FeatureType, ActionType>,
        in scopes: Set<RouteScope> = [.appAny, .universalAny], name: String? = nil
    ) where ActionType.InputType: RouteParametersDecodable {
        add(pattern, FeatureType.self, ActionType.self, scopes, name) { binding.handle($0) }
    }

    /// Maps URLs to an action of a conditional feature.
    ///
    /// The action is performed only if the feature is available when the URL is opened.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, such as `open/$(name)`.
    ///   - binding: The action that the URLs lead to.
    ///   - scopes: The URLs that the mapping applies to. The default is all app URLs and all web URLs.
    ///   - name: A name that is passed to the input, to distinguish the mapping from other mappings to the same action.
    public func send<FeatureType: ConditionalFeature, ActionType: Action>(
        _ pattern: String, to binding: ConditionalActionBinding<FeatureType, ActionType>,
        in scopes: Set<RouteScope> = [.appAny, .universalAny], name: String? = nil
    ) where ActionType.InputType: RouteParametersDecodable {
        add(pattern, FeatureType.self, ActionType.self, scopes, name) { binding.handle($0) }
    }

    private func add<FeatureType: FeatureDefinition, ActionType: Action>(
        _ pattern: String, _ feature: FeatureType.Type, _ action: ActionType.Type, _ scopes: Set<RouteScope>,
        _ name: String?, perform: @escaping (ExternalActionRequest) -> Void
    ) {
        do throws(RoutePatternError) {
            routes.append(
                Route(
                    pattern: try RoutePattern(pattern), scopes: scopes, name: name, feature: feature, action: action,
                    perform: perform))
        } catch {
            advisories.append("\(featureName), \(action.name): \(error)")
        }
    }
}
