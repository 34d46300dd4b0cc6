// SPDX-License-Identifier: MIT

/// Checks of files that people write, so that unknown names can be reported.
extension NamedKey {
    /// Throws an error if the container has an unknown key, because a misspelled key would have no effect.
    ///
    /// The error lists the known keys, but not the other accepted keys.
    static func check(
        _ container: KeyedDecodingContainer<NamedKey>, _ known: [String], accepting others: [String] = []
    ) throws {
        let names = container.allKeys.map(\.stringValue).sorted()
        guard let name = names.first(where: { !known.contains($0) && !others.contains($0) }) else { return }
        let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
        throw fault(container.codingPath, "\"\(name.prefix(60))\" is not one of the keys \(list)")
    }

    static func checkHeader(
        of container: KeyedDecodingContainer<NamedKey>, kind: String, version supported: Int
    ) throws {
        let found = try container.decode(String.self, forKey: "flint")
        guard found == kind else {
            throw fault(container.codingPath, "\"flint\" must be \"\(kind)\", not \"\(found.prefix(60))\"")
        }
        let version = try container.decode(Int.self, forKey: "version")
        guard (1...supported).contains(version) else {
            throw fault(
                container.codingPath, "its version is \(version), but this program reads versions up to \(supported)")
        }
    }

    static func fault(_ path: [any CodingKey], _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: reason))
    }
}
