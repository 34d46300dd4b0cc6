#if Configuration
    import Configuration
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The flags of a configuration file, and what is wrong with it.
    struct ConfigurationFile: Sendable {
        /// What is wrong with a file.
        struct Problem: Sendable, Equatable {
            /// In OpenFeature's words.
            let code: FlagErrorCode
            /// What, where, and what to do.
            let message: String
        }

        /// Its values, as of the last time it was valid; `nil` if it never was.
        private(set) var values: JSONSnapshot?
        /// The flags in it.
        private(set) var features: [FeatureKey] = []
        /// What is wrong with it now.
        private(set) var problem: Problem?

        /// Reads a file, and keeps the values of an earlier reading if it is malformed now.
        ///
        /// - Parameters:
        ///   - path: Where the file is; one that is missing has no values.
        ///   - prefix: The names that lead to the flags in it.
        ///   - earlier: The earlier reading.
        init(path: String, prefix: [String], earlier: ConfigurationFile? = nil) {
            let data: Data
            do {
                data = try FileReading.read(path, limit: JSONLimits.settingsFile.bytes)
            } catch {
                // Removing the file removes its values.
                if error == .missing { return }
                keep(earlier, code: .general, "The configuration file \(path) cannot be read: \(error).")
                return
            }
            do throws(JSONScanError) {
                try JSONLimits.settingsFile.check(data)
            } catch {
                keep(earlier, code: .parseError, "The configuration file \(path) cannot be used. \(error.sentence)")
                return
            }
            do {
                values = try JSONSnapshot(
                    data: data.bytes, providerName: "file", parsingOptions: .init(secretsSpecifier: .all))
                features = SettingsTree.features(in: data, prefix: prefix)
            } catch {
                // The error's own words may repeat what is in the file.
                keep(
                    earlier, code: .parseError,
                    "The configuration file \(path) is not a JSON object of settings.")
            }
        }

        private mutating func keep(_ earlier: ConfigurationFile?, code: FlagErrorCode, _ message: String) {
            values = earlier?.values
            features = earlier?.features ?? []
            let consequence = values == nil ? "its values are ignored" : "its previous values apply"
            problem = Problem(code: code, message: "\(message) Until it is fixed, \(consequence).")
        }
    }

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
