/// A feature whose actions can be reached by URLs.
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
/// Conform in the module the feature is in, without conditions: elsewhere it is not seen when the feature is
/// registered.
public protocol URLMapped {
    /// Declares which URLs lead to which actions. Called once, when the feature is registered.
    static func urlMappings(routes: URLMappingsBuilder)
}

extension FeatureDefinition where Self: URLMapped {
    /// Asks the feature for its URLs.
    public static func makeURLMappings() -> URLMappingsBuilder? {
        let builder = URLMappingsBuilder(featureName: name)
        urlMappings(routes: builder)
        return builder
    }
}

/// Collects the URLs a feature declares while it is being registered.
public final class URLMappingsBuilder {
    /// The feature.
    private let featureName: String
    private(set) var routes: [Route] = []
    /// Descriptions of the feature's mistakes.
    private(set) var advisories: [String] = []

    init(featureName: String) {
        self.featureName = featureName
    }

    /// Has URLs lead to an action.
    ///
    /// A pattern is a path whose components are texts, `*` for anything in a component or in a part of one, and
    /// `$(name)` for the same as a parameter; `**` at the end stands for everything that follows. A slash at the
    /// beginning means nothing, so that one pattern serves web URLs, of which it is the path, and the app's own, of
    /// which it is everything behind `scheme://` or `scheme:`. The texts are not percent-encoded. What a URL has
    /// behind its question mark is added to the parameters; those of the pattern win.
    ///
    /// A malformed pattern maps nothing and is reported as a programming advisory.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, such as `open/$(name)`.
    ///   - binding: The action.
    ///   - scopes: Which URLs it is for; by default the app's own and those of the web.
    ///   - name: Passed to the input, so that one reached in several ways can distinguish them.
    public func send<FeatureType: FeatureDefinition, ActionType: Action>(
        _ pattern: String, to binding: StaticActionBinding<FeatureType, ActionType>,
        in scopes: Set<RouteScope> = [.appAny, .universalAny], name: String? = nil
    ) where ActionType.InputType: RouteParametersDecodable {
        add(pattern, FeatureType.self, ActionType.self, scopes, name) { binding.handle($0) }
    }

    /// Has URLs lead to an action of a conditional feature, which is performed if its feature is available then.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, such as `open/$(name)`.
    ///   - binding: The action.
    ///   - scopes: Which URLs it is for; by default the app's own and those of the web.
    ///   - name: Passed to the input, so that one reached in several ways can distinguish them.
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
