import InspectorKit

/// How a client speaks the Model Context Protocol: in a version that was agreed on, or in one that each request names.
struct ModelContextDialect: Hashable {
    /// The version.
    let version: String
    /// Whether every request names its version, and nothing is agreed on before.
    let isStateless: Bool

    /// The method by which a client asks what a server is, without agreeing on anything.
    static let discovery = "server/discover"
    private static let prefix = "io.modelcontextprotocol/"
    private static let versionKey = prefix + "protocolVersion"
    private static let capabilitiesKey = prefix + "clientCapabilities"
    private static let serverKey = prefix + "serverInfo"

    /// Creates a dialect in which a version was agreed on.
    init(agreedOn version: String) {
        (self.version, isStateless) = (version, false)
    }

    /// Creates the dialect of a request that names its version.
    ///
    /// - Parameters:
    ///   - version: What it names.
    ///   - request: The request.
    /// - Throws: ``ModelContextError`` if the server does not speak the version, or if something is missing.
    init(stateless version: JSONValue, _ request: ModelContextRequest) throws(ModelContextError) {
        guard case .string(let name) = version else {
            throw .parameters("\"\(Self.versionKey)\" in \"_meta\" is to be a text.")
        }
        guard ModelContextProtocol.statelessVersions.contains(name) else { throw .version(version) }
        guard case .object(let details)? = request.parameters["_meta"], details[Self.capabilitiesKey] != nil else {
            throw .parameters("\"\(Self.capabilitiesKey)\" is missing in \"_meta\".")
        }
        (self.version, isStateless) = (name, true)
    }

    /// The version that a request names; `nil` if it names none.
    static func version(of request: ModelContextRequest) -> JSONValue? {
        guard case .object(let details)? = request.parameters["_meta"] else { return nil }
        return details[versionKey]
    }

    /// Whether tools have schemas of their answers, and answer with objects.
    var isStructured: Bool { version >= ModelContextProtocol.structuredVersion }

    /// Adds what every result has where requests name their version.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - method: The method of its request.
    ///   - server: Who the server is.
    static func complete(_ result: inout [String: JSONValue], of method: String, as server: [String: JSONValue]) {
        result["resultType"] = "complete"
        result["_meta"] = .object([serverKey: .object(server)])
        // What is read is the state of a running app, so nothing may be kept.
        guard method != "tools/call" else { return }
        result["ttlMs"] = .integer(0)
        result["cacheScope"] = "private"
    }
}
