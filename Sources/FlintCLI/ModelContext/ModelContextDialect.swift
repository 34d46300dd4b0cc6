// SPDX-License-Identifier: MIT

import FlintWorld

/// The protocol version that a client uses.
///
/// In versions up to 2025-11-25, `initialize` negotiates a version for the connection. Later versions of the protocol
/// are stateless: each request names its version in `_meta`.
struct ModelContextDialect: Hashable {
    let version: String
    /// Whether each request names its version.
    let isStateless: Bool

    /// The method that a client of a stateless version calls to discover the server's capabilities.
    static let discovery = "server/discover"
    private static let prefix = "io.modelcontextprotocol/"
    private static let versionKey = prefix + "protocolVersion"
    private static let capabilitiesKey = prefix + "clientCapabilities"
    private static let serverKey = prefix + "serverInfo"

    /// Creates the dialect for a version that was negotiated with `initialize`.
    init(agreedOn version: String) {
        (self.version, isStateless) = (version, false)
    }

    /// Creates the dialect of a request that names its version.
    ///
    /// - Parameters:
    ///   - version: The version in the request's `_meta`.
    ///   - request: The request.
    /// - Throws: ``ModelContextError`` if the server does not support the version, or if `_meta` is incomplete.
    init(stateless version: JSONValue, _ request: ModelContextRequest) throws(ModelContextError) {
        guard case .string(let name) = version else {
            throw .parameters("\"\(Self.versionKey)\" in \"_meta\" must be a string.")
        }
        guard ModelContextProtocol.statelessVersions.contains(name) else { throw .version(version) }
        guard case .object(let details)? = request.parameters["_meta"], details[Self.capabilitiesKey] != nil else {
            throw .parameters("\"\(Self.capabilitiesKey)\" is missing in \"_meta\".")
        }
        (self.version, isStateless) = (name, true)
    }

    /// Returns the version that a request names, or `nil` if the request does not name a version.
    static func version(of request: ModelContextRequest) -> JSONValue? {
        guard case .object(let details)? = request.parameters["_meta"] else { return nil }
        return details[versionKey]
    }

    /// Whether tools have output schemas and return structured content.
    var isStructured: Bool { version >= ModelContextProtocol.structuredVersion }

    /// Adds the members that stateless versions require in every result.
    ///
    /// - Parameters:
    ///   - result: The result to complete.
    ///   - method: The request's method, which determines whether the result states that it must not be cached.
    ///   - server: The server's name and version.
    static func addStatelessMembers(
        _ result: inout [String: JSONValue], of method: String, as server: [String: JSONValue]
    ) {
        result["resultType"] = "complete"
        result["_meta"] = .object([serverKey: .object(server)])
        // The results describe a running app, so clients must not cache them.
        guard method != "tools/call" else { return }
        result["ttlMs"] = .integer(0)
        result["cacheScope"] = "private"
    }
}
