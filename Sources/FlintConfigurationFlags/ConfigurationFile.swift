// SPDX-License-Identifier: MIT

#if Configuration
    import Configuration
    import FlintCore
    import FlintFoundation

    /// The result of reading a configuration file: its values, its flags, and any problem.
    ///
    /// If the file becomes malformed, the values of the last valid reading stay in use. If the file is removed, its
    /// values are removed too.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct ConfigurationFile: Sendable {
        struct Problem: Sendable, Equatable {
            let code: FlagErrorCode
            let message: String
        }

        private(set) var values: JSONSnapshot?
        private(set) var features: [FeatureKey] = []
        private(set) var problem: Problem?

        /// Reads a file, or keeps the values of the earlier reading if the file cannot be used.
        ///
        /// A missing file has no values. The prefix consists of the components of the flags' key path.
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
                // The two decoders below could choose different members of the same name.
                try JSONLimits.settingsFile.check(data, names: .unique)
            } catch {
                keep(earlier, code: .parseError, "The configuration file \(path) cannot be used. \(error.message)")
                return
            }
            do {
                values = try JSONSnapshot(
                    data: data.bytes, providerName: "file", parsingOptions: .init(secretsSpecifier: .all))
                features = SettingsTree.features(in: data, prefix: prefix)
            } catch {
                // The error's description is omitted, because it may contain values from the file.
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

    /// The tree of keys in a settings file.
    ///
    /// The library that reads the values cannot list the keys.
    struct SettingsTree: Decodable {
        private let children: [String: SettingsTree]

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: NamedKey.self) else {
                children = [:]
                return
            }
            children = try container.allKeys.reduce(into: [:]) { children, key in
                children[key.stringValue] = try container.decode(SettingsTree.self, forKey: key)
            }
        }

        /// Returns the flags below a key path in a file, sorted by key, or an empty array for invalid JSON.
        static func features(in data: Data, prefix: [String]) -> [FeatureKey] {
            guard let tree = try? JSONDecoder().decode(SettingsTree.self, from: data, within: .settingsFile)
            else { return [] }
            let start = prefix.isEmpty ? "" : prefix.joined(separator: ".") + "."
            return tree.leaves().filter { $0.hasPrefix(start) && $0.count > start.count }
                .map { FeatureKey(rawValue: String($0.dropFirst(start.count))) }
                .sorted { $0.rawValue < $1.rawValue }
        }

        private func leaves() -> [String] {
            children.flatMap { name, child in
                child.children.isEmpty ? [name] : child.leaves().map { "\(name).\($0)" }
            }
        }
    }
#endif
