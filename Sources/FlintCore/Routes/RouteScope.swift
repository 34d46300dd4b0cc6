/// Which URLs a mapping is for: those of the app's own schemes, or those of the web at the app's domains.
public enum RouteScope: Hashable, Sendable, CustomStringConvertible {
    /// URLs of any of the app's schemes.
    case appAny
    /// URLs of one of the app's schemes, in upper or lower case.
    case app(scheme: String)
    /// Web URLs at any of the app's domains.
    case universalAny
    /// Web URLs at one of the app's domains, in upper or lower case.
    case universal(domain: String)

    /// Whether it is for URLs of the app's own schemes.
    public var isApp: Bool {
        switch self {
        case .appAny, .app: true
        case .universalAny, .universal: false
        }
    }

    /// Whether it is for web URLs.
    public var isUniversal: Bool { !isApp }

    /// A textual description of the scope.
    public var description: String {
        switch self {
        case .appAny: "app URLs"
        case .app(let scheme): "\(scheme) URLs"
        case .universalAny: "web URLs"
        case .universal(let domain): "web URLs at \(domain)"
        }
    }

    /// The scope with its scheme or domain in lower case, by which scopes are compared.
    var normalized: RouteScope {
        switch self {
        case .app(let scheme): .app(scheme: scheme.lowercased())
        case .universal(let domain): .universal(domain: domain.lowercased())
        case .appAny, .universalAny: self
        }
    }

    /// The scope that takes what this one does not.
    var wider: RouteScope { isApp ? .appAny : .universalAny }
}

/// How the parameters of an input arrived.
public struct URLMapping: Hashable, Sendable {
    /// The name the mapping was declared with, so that an input reached in several ways can distinguish them.
    public let name: String?
    /// The scope of the mapping; `nil` if the input does not come from a URL.
    public let scope: RouteScope?
    /// The declared pattern; `nil` if the input does not come from a URL.
    public let pattern: String?

    /// Creates a mapping.
    public init(name: String? = nil, scope: RouteScope? = nil, pattern: String? = nil) {
        self.name = name
        self.scope = scope
        self.pattern = pattern
    }

    /// The parameters were typed by a person, in a form or on a command line.
    package static let typed = URLMapping(name: "typed")
}
