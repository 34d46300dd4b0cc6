// SPDX-License-Identifier: MIT

/// The spelling of the kinds of facts and requirements in files and in the data of attached apps.
///
/// Versions before 0.2 spell the user setting `toggle`. That spelling is still read, but never written.
package enum KindSpelling {
    package static func current(_ text: String) -> String {
        text == "toggle" ? FactKind.userSetting.rawValue : text
    }

    static func kind<Kind: RawRepresentable<String>>(from decoder: any Decoder) throws -> Kind {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard FactKind.isSpelling(text), let kind = Kind(rawValue: current(text)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "There is no kind \"\(text.prefix(60))\".")
        }
        return kind
    }
}

extension FactKind: Codable {
    /// Decodes a kind, including the spelling of earlier versions.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's error, or a `DecodingError` for a malformed kind.
    public init(from decoder: any Decoder) throws {
        self = try KindSpelling.kind(from: decoder)
    }
}

extension RequirementKind {
    /// Decodes a kind, including the spelling of earlier versions.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's error, or a `DecodingError` for a malformed kind.
    public init(from decoder: any Decoder) throws {
        self = try KindSpelling.kind(from: decoder)
    }
}
