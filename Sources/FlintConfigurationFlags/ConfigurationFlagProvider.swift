#if Configuration
    import Configuration
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Flags from the command line's arguments, the environment and a file, in this order.
    ///
    /// With the usual prefix the flag `new-player` is looked for as `--flags-new-player`, then as `FLAGS_NEW_PLAYER`, then
    /// in the file:
    ///
    /// ```json
    /// { "flags": { "new-player": true } }
    /// ```
    ///
    /// Arguments and the environment are read once. The file is read again whenever it changes, and not otherwise;
    /// while it is malformed, its previous values stay with the reason `STALE`. Values are read as swift-configuration
    /// reads them: `true` and `false`, a bare argument for true, `yes`, `no`, `1` and `0` in the environment, and
    /// numbers in the file, of which only 0 is false. A value that is neither is a `TYPE_MISMATCH`, and no later source
    /// is asked.
    ///
    /// Nothing but flags is kept or shown of what else these sources hold. It may be used from any thread; observers
    /// are called on the main queue, or by the caller of ``reload()``.
    public final class ConfigurationFlagProvider: DetailedFeatureFlagProvider, Sendable, CustomReflectable {
        /// The usual rank: above what is built into an app, below what a developer or a server sets.
        public static let defaultPriority = 3

        /// The rank among providers.
        public let priority: Int
        /// The kind of source the values are reported to come from.
        public let type: FeatureFlagProviderType
        /// What people call the provider.
        public let name: String

        /// Every change is announced; what the file holds counts once it has been read again.
        public let announcesChanges = true

        private let prefix: [String]
        private let path: String?
        private let listed: [FeatureKey]
        private let arguments: CommandLineArgumentsProvider
        private let environment: EnvironmentVariablesProvider
        private let file: Protected<ConfigurationFile?>
        private let reading = Protected(())
        private let watcher = Protected<FileWatcher?>(nil)
        private let observers = ObserverList<[FeatureKey]?>()

        /// Creates a provider and reads its sources.
        ///
        /// - Parameters:
        ///   - file: A file of JSON, at most 1 MB, which need not exist; `nil` for none.
        ///   - environment: The variables.
        ///   - arguments: The arguments, the program's name first.
        ///   - prefix: What leads to the flags in every source, names with dots between them; empty for nothing.
        ///   - features: Flags to list although no file has them.
        ///   - name: What people call the provider.
        ///   - type: The kind of source the values are reported to come from.
        ///   - priority: The rank among providers.
        public init(
            file: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
            arguments: [String] = CommandLine.arguments, prefix: String = "flags", features: [FeatureKey] = [],
            name: String = "configuration", type: FeatureFlagProviderType = .release,
            priority: Int = ConfigurationFlagProvider.defaultPriority
        ) {
            self.prefix = Self.names(in: prefix)
            self.name = name
            self.type = type
            self.priority = priority
            path = file
            listed = features
            self.arguments = CommandLineArgumentsProvider(arguments: arguments, secretsSpecifier: .all)
            self.environment = EnvironmentVariablesProvider(environmentVariables: environment, secretsSpecifier: .all)
            self.file = Protected(nil)
            guard let file else { return }
            // Watched before it is read, so that no change falls in between.
            let watcher = FileWatcher(path: file) { [weak self] in self?.reload() }
            self.watcher.withLock { $0 = watcher }
            let content = ConfigurationFile(path: file, prefix: self.prefix)
            self.file.withLock { $0 = content }
        }

        /// What is wrong with the file, where, and what to do; `nil` if nothing is.
        ///
        /// It names the file, which is text from outside: clean it as such before it reaches a terminal.
        public var problem: String? {
            if let problem = file.withLock({ $0?.problem }) { return problem.message }
            guard let path, watcher.withLock({ $0 == nil }) else { return nil }
            return
                "The system does not let the configuration file \(path) be watched; its changes are seen after a restart."
        }

        /// Shows the provider's name, its file and what is wrong with it, and no values.
        public var customMirror: Mirror {
            Mirror(self, children: ["name": name, "file": path ?? "none", "problem": problem ?? "none"])
        }

        /// The flags the file has and those that were given to be listed, in order of the keys.
        public var knownFeatures: [FeatureKey] {
            Set(listed).union(file.withLock { $0?.features } ?? []).sorted { $0.rawValue < $1.rawValue }
        }

        /// Whether a flag is on; one the provider does not have is not.
        public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

        /// Whether one of the sources has a flag, or cannot be read.
        public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

        /// Returns the evaluation of a flag by the first source that has it.
        ///
        /// The metadata name that source (`source`) and the flag's key in it (`key`).
        public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
            evaluation(of: featureKey, file: file.withLock { $0 })
        }

        /// Calls a handler after every change of the file that changes the evaluation of a flag.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            observers.add(handler)
        }

        /// Reads the file again; needed only where the system cannot announce changes.
        public func reload() {
            guard let path else { return }
            // One after another, so that no older content replaces a newer one.
            let (before, after) = reading.withLock { _ in
                let before = file.withLock { $0 }
                let after = ConfigurationFile(path: path, prefix: prefix, earlier: before)
                file.withLock { $0 = after }
                return (before, after)
            }
            if before?.values == nil || after.values == nil, before?.problem != after.problem {
                // Which flags a file has that was never valid is unknown.
                return observers.notify(nil)
            }
            let keys = Set(listed).union(before?.features ?? []).union(after.features)
            let changed = keys.filter { evaluation(of: $0, file: before) != evaluation(of: $0, file: after) }
            if !changed.isEmpty { observers.notify(changed.sorted { $0.rawValue < $1.rawValue }) }
        }

        // MARK: Looking up

        private func evaluation(of feature: FeatureKey, file: ConfigurationFile?) -> FlagEvaluation? {
            let key = AbsoluteConfigKey(prefix + Self.names(in: feature.rawValue))
            if let answer = answer(of: arguments.snapshot(), "arguments", key) { return answer }
            if let answer = answer(of: environment.snapshot(), "environment", key) { return answer }
            guard let file else { return nil }
            guard let values = file.values else {
                return file.problem.map { FlagEvaluation(errorCode: $0.code, message: $0.message) }
            }
            guard var answer = answer(of: values, "file", key) else { return nil }
            if let problem = file.problem, answer.value != nil {
                answer.reason = .stale
                answer.errorMessage = problem.message
            }
            return answer
        }

        /// Returns the evaluation of a flag by one source, or `nil` if it does not have the flag.
        private func answer(
            of source: any ConfigSnapshot, _ name: String, _ key: AbsoluteConfigKey
        ) -> FlagEvaluation? {
            do {
                let result = try source.value(forKey: key, type: .bool)
                guard case .bool(let isOn) = result.value?.content else { return nil }
                return FlagEvaluation(value: isOn, metadata: ["source": name, "key": result.encodedKey])
            } catch {
                // The error's own words are left out, for they may repeat the value.
                return FlagEvaluation(
                    errorCode: .typeMismatch, message: Self.mismatch(name, key), metadata: ["source": name])
            }
        }

        private static func mismatch(_ source: String, _ key: AbsoluteConfigKey) -> String {
            let flag = key.components.joined(separator: ".")
            return switch source {
            case "arguments":
                "The argument for \(flag) is neither true nor false. Write it with =true or =false, or last on the line."
            case "environment":
                "The variable for \(flag) is neither true nor false. Set it to true or false."
            default:
                "The value of \(flag) in the configuration file is neither true nor false. Write one of them, unquoted."
            }
        }

        private static func names(in path: String) -> [String] {
            path.split(separator: ".").map(String.init)
        }
    }
#endif
