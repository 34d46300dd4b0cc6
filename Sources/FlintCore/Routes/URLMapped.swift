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
