/// How the parameters of an input arrived.
public struct URLMapping: Hashable, Sendable {
    /// The name the mapping was declared with, so that an input reached in several ways can tell them apart.
    public let name: String?
    /// Which URLs the mapping is for; `nil` if no URL is involved.
    public let scope: RouteScope?
    /// The pattern as it was declared; `nil` if no URL is involved.
    public let pattern: String?

    /// Creates a mapping.
    public init(name: String? = nil, scope: RouteScope? = nil, pattern: String? = nil) {
        self.name = name
        self.scope = scope
        self.pattern = pattern
    }

    /// The parameters were typed by a person, in a form or on a command line.
    public static let typed = URLMapping(name: "typed")
}
