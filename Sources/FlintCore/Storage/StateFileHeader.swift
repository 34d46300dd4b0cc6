// SPDX-License-Identifier: MIT

/// The beginning of every state file, which identifies the framework's files before they are parsed.
///
/// ```json
/// {
///   "flint" : "overrides",
///   "version" : 2,
/// ```
///
/// Only files that name their kind, normally in this header, and files in the app's directories are ever renamed or
/// overwritten.
enum StateFileHeader {
    static let firstVersion = 2
    static let key = "flint"
    /// The number of bytes at the beginning of a file that must contain the header.
    static let length = 128

    static func firstLines(of kind: StateFileKind, version: Int) -> String {
        "{\n  \"\(key)\" : \"\(kind.name)\",\n  \"version\" : \(version)"
    }

    /// Returns the name of the kind in a file's header, or `nil` if the bytes do not begin with a header.
    static func kind(beginning bytes: some Sequence<UInt8>) -> String? {
        var rest = Array(bytes.prefix(length))[...]
        func skip(_ text: String) -> Bool {
            // White space is skipped, so that a file remains recognizable after another program has reformatted it.
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

    static func canBegin(_ bytes: some Collection<UInt8>, of kind: StateFileKind) -> Bool {
        let header = Array("{\n  \"\(key)\" : \"\(kind.name)\",".utf8)
        return bytes.count < header.count ? header.starts(with: bytes) : bytes.starts(with: header)
    }
}

package struct StateFileKind: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

struct StateFileEnvelope<Content: Decodable>: Decodable {
    let kind: String?
    let version: Int
    /// The content, or the error that occurred when it was decoded.
    ///
    /// The error is not thrown immediately, because a newer version of the format may have other content.
    let content: Result<Content, any Error>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        kind = try container.decodeIfPresent(String.self, forKey: NamedKey(stringValue: StateFileHeader.key))
        version = try container.decode(Int.self, forKey: "version")
        content = Result { try Content(from: decoder) }
    }
}
