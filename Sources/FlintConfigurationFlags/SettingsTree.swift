#if Configuration
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The names in a file of settings, which the library that reads the values does not list.
    struct SettingsTree: Decodable {
        /// The names within this one; none for a value.
        private let children: [String: SettingsTree]

        /// Reads the names, and of the values only that they are there.
        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: AnyKey.self) else {
                children = [:]
                return
            }
            children = try container.allKeys.reduce(into: [:]) { children, key in
                children[key.stringValue] = try container.decode(SettingsTree.self, forKey: key)
            }
        }

        /// The flags in a file, in order of their names.
        ///
        /// - Parameters:
        ///   - data: The file's content.
        ///   - prefix: The names that lead to the flags.
        /// - Returns: The flags, or none if the file is not JSON.
        static func features(in data: Data, prefix: [String]) -> [FeatureKey] {
            guard let tree = try? JSONDecoder().decode(SettingsTree.self, from: data, within: .settingsFile)
            else { return [] }
            let start = prefix.isEmpty ? "" : prefix.joined(separator: ".") + "."
            return tree.leaves().filter { $0.hasPrefix(start) && $0.count > start.count }
                .map { FeatureKey(rawValue: String($0.dropFirst(start.count))) }
                .sorted { $0.rawValue < $1.rawValue }
        }

        /// The names of the values, as paths with dots.
        private func leaves() -> [String] {
            children.flatMap { name, child in
                child.children.isEmpty ? [name] : child.leaves().map { "\(name).\($0)" }
            }
        }
    }

    /// Any name in a JSON object.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
#endif
