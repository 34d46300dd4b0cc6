// SPDX-License-Identifier: MIT

import FlintWorld

/// The protocol version that a client uses.
///
/// In versions up to 2025-11-25, `initialize` negotiates a version for the connection. Later versions of the protocol
/// are stateless: each request names its version in `_meta`.
struct ModelContextDialect: Hashable {
    let version: String
    let isStateless: Bool

    /// The method that a client of a stateless version calls to discover the server's capabilities.
    static let discovery = "server/discover"
    private static let prefix = "io.modelcontextprotocol/"
    private static let versionKey = prefix + "protocolVersion"
    private static let capabilitiesKey = prefix + "clientCapabilities"
    private static let serverKey = prefix + "serverInfo"

    init(agreedOn version: String) {
        (self.version, isStateless) = (version, false)
    }

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

    static func version(of request: ModelContextRequest) -> JSONValue? {
        guard case .object(let details)? = request.parameters["_meta"] else { return nil }
        return details[versionKey]
    }

    var isStructured: Bool { version >= ModelContextProtocol.structuredVersion }

    /// Adds the members that stateless versions require in every result.
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
