// SPDX-License-Identifier: MIT

import FlintFoundation

struct IncomingURL {
    /// The scheme of an app URL or the domain of a web URL, in lowercase.
    let scope: RouteScope
    /// The percent-encoded part of the URL that patterns are matched against.
    ///
    /// For a web URL, this is the path. For an app URL, it is everything between the scheme and the query, because some
    /// programs treat the first component as a host.
    let path: Substring
    private let query: Substring?

    init?(_ url: URL) {
        let text = url.absoluteString
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme.utf8.allSatisfy({ PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "+") }) else { return nil }
        var rest = text[text.utf8.index(after: colon)...]
        // The fragment follows the query, so it is removed first.
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

    private static func host(of authority: Substring) -> String? {
        var host = authority
        if let at = host.utf8.lastIndex(of: UInt8(ascii: "@")) { host = host[host.utf8.index(after: at)...] }
        // The colons in an IPv6 address, which is enclosed in brackets, do not begin a port.
        let address = host.utf8.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        if let colon = host.utf8[address...].firstIndex(of: UInt8(ascii: ":")) { host = host[..<colon] }
        return host.isEmpty ? nil : host.lowercased()
    }

    /// The percent-decoded query parameters by name, or `nil` if the query cannot be decoded.
    ///
    /// Decoding fails if a name or value is not valid UTF-8 or contains a zero byte.
    ///
    /// A plus sign is not decoded as a space. A name without a value has an empty value. If a name occurs more than
    /// once, the first value is used.
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

    var isPathValidText: Bool { PercentCoding.decoded(path) != nil }
}
