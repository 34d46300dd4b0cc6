/// The first line of every state file, by which a file of the framework is known without reading the rest.
///
/// ```json
/// {
///   "flint" : "overrides",
///   "version" : 2,
/// ```
///
/// Only files that begin so, and those at the app's default path, are ever renamed or written over.
enum StateFileHeader {
    /// The oldest version of the format that is read.
    static let firstVersion = 2
    /// The key of the header.
    static let key = "flint"
    /// How many bytes at a file's beginning a header is looked for in.
    static let length = 128

    /// The text that a file of a kind begins with.
    static func text(of kind: StateFileKind, version: Int) -> String {
        "{\n  \"\(key)\" : \"\(kind.name)\",\n  \"version\" : \(version)"
    }

    /// Returns the name of the kind that a file's first bytes announce, or `nil` if they are no header.
    ///
    /// White space may stand where JSON allows it, so that a file survives other programs' formatting.
    static func kind(beginning bytes: some Sequence<UInt8>) -> String? {
        var rest = Array(bytes.prefix(length))[...]
        func skip(_ text: String) -> Bool {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        guard skip("{"), skip("\"\(key)\""), skip(":"), skip("\""), let end = rest.firstIndex(of: 0x22),
            !rest[..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Whether bytes are what is left of a file of a kind whose writing was cut off, or begin one.
    static func canBegin(_ bytes: some Collection<UInt8>, of kind: StateFileKind) -> Bool {
        let header = Array("{\n  \"\(key)\" : \"\(kind.name)\",".utf8)
        return bytes.count < header.count ? header.starts(with: bytes) : bytes.starts(with: header)
    }
}

/// A kind of state file.
package struct StateFileKind: Sendable, Hashable {
    /// The name in the file's header.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

/// A state file as it is decoded: its header and, where it can be decoded, its content.
struct StateFileEnvelope<Content: Decodable>: Decodable {
    /// What the header names.
    let kind: String?
    /// The version of the format.
    let version: Int
    /// The content, which may mean nothing to this program if the version is newer.
    let content: Result<Content, any Error>

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        kind = try container.decodeIfPresent(String.self, forKey: Key(stringValue: StateFileHeader.key))
        version = try container.decode(Int.self, forKey: Key(stringValue: "version"))
        content = Result { try Content(from: decoder) }
    }
}
