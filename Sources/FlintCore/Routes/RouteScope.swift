// SPDX-License-Identifier: MIT

/// The URLs that a mapping applies to: URLs with the app's schemes, or web URLs for the app's domains.
public enum RouteScope: Hashable, Sendable, CustomStringConvertible {
    /// URLs with any of the app's schemes.
    case appAny
    /// URLs with one of the app's schemes, compared case-insensitively.
    case app(scheme: String)
    /// Web URLs for any of the app's domains.
    case universalAny
    /// Web URLs for one of the app's domains, compared case-insensitively.
    case universal(domain: String)

    /// Whether the scope is for URLs with the app's schemes.
    public var isApp: Bool {
        switch self {
        case .appAny, .app: true
        case .universalAny, .universal: false
        }
    }

    /// Whether the scope is for web URLs.
    public var isUniversal: Bool { !isApp }

    /// A textual description of the scope, such as "notes URLs".
    public var description: String {
        switch self {
        case .appAny: "app URLs"
        case .app(let scheme): "\(scheme) URLs"
        case .universalAny: "web URLs"
        case .universal(let domain): "web URLs at \(domain)"
        }
    }

    var normalized: RouteScope {
        switch self {
        case .app(let scheme): .app(scheme: scheme.lowercased())
        case .universal(let domain): .universal(domain: domain.lowercased())
        case .appAny, .universalAny: self
        }
    }

    var wider: RouteScope { isApp ? .appAny : .universalAny }
}

/// The mapping through which an input receives its parameters.
///
/// If several mappings lead to an input, the input can use this value to distinguish between them.
public struct URLMapping: Hashable, Sendable {
    /// The name that the mapping was declared with.
    public let name: String?
    /// The scope of the mapping, or `nil` if the input does not come from a URL.
    public let scope: RouteScope?
    /// The declared pattern, or `nil` if the input does not come from a URL.
    public let pattern: String?

    /// Creates a mapping.
    ///
    /// All properties are `nil` by default.
    public init(name: String? = nil, scope: RouteScope? = nil, pattern: String? = nil) {
        self.name = name
        self.scope = scope
        self.pattern = pattern
    }

    /// The mapping for parameters that a person enters in a form or on a command line.
    package static let typed = URLMapping(name: "typed")
}
