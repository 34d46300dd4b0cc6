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
#endif
