#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A URL from outside, as far as routes are concerned.
struct IncomingURL {
    /// The scheme of an app's URL, or the domain of a web URL, in lower case.
    let scope: RouteScope
    /// What patterns are compared with, percent-encoded: the path of a web URL, and of an app's URL everything
    /// between the scheme and the query, because what stands first in it is taken for a host by some.
    let path: Substring
    /// The percent-encoded query, if there is one.
    private let query: Substring?

    /// Takes a URL apart, or gives `nil` if it has no scheme, or is a web URL without a host.
    init?(_ url: URL) {
        let text = url.absoluteString
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme.utf8.allSatisfy({ PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "+") }) else { return nil }
        var rest = text[text.utf8.index(after: colon)...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        } else {
            query = nil
        }
        let hasAuthority = rest.utf8.starts(with: "//".utf8)
        if hasAuthority { rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...] }
        guard scheme == "http" || scheme == "https" else {
            scope = .app(scheme: scheme)
            path = rest
            return
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        guard hasAuthority, let host = Self.host(of: rest[..<end]) else { return nil }
        scope = .universal(domain: host)
        path = rest[end...]
    }

    /// The host of an authority, in lower case, without a user before and a port behind it.
    private static func host(of authority: Substring) -> String? {
        var host = authority
        if let at = host.utf8.lastIndex(of: UInt8(ascii: "@")) { host = host[host.utf8.index(after: at)...] }
        if !host.utf8.starts(with: "[".utf8), let colon = host.utf8.firstIndex(of: UInt8(ascii: ":")) {
            host = host[..<colon]
        }
        return host.isEmpty ? nil : host.lowercased()
    }

    /// The values of the query by name, percent-decoded; of several values with one name the first.
    ///
    /// A plus sign is a plus sign. A name without a value has an empty one.
    ///
    /// - Returns: `nil` if what is percent-encoded is no text or contains a zero byte.
    var queryParameters: RouteParameters? {
        var parameters: RouteParameters = [:]
        for item in query?.split(separator: "&") ?? [] {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first.flatMap(PercentCoding.decoded),
                let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "")
            else { return nil }
            if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }

    /// Whether everything percent-encoded in the path is text without zero bytes.
    var isPathText: Bool { PercentCoding.decoded(path) != nil }
}
