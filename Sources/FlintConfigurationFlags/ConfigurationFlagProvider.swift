// SPDX-License-Identifier: MIT

#if Configuration
    import FlintLocks
    import Configuration
    import FlintCore
    import FlintFoundation

    /// A provider of feature flags from command-line arguments, environment variables, and a configuration file.
    ///
    /// The provider searches these sources in this order. With the default prefix, the flag `new-player` is the
    /// argument `--flags-new-player`, the variable `FLAGS_NEW_PLAYER`, or this value in the file:
    ///
    /// ```json
    /// { "flags": { "new-player": true } }
    /// ```
    ///
    /// Arguments and environment variables are read once. The file is watched, and read again when it changes. While
    /// it is malformed, its previous values stay in use with the reason `STALE`. Values follow the rules of
    /// swift-configuration: `true` and `false`; an argument without a value means true; `yes`, `no`, `1`, and `0` in
    /// the environment; and numbers in the file, where only 0 means false. Any other value is a `TYPE_MISMATCH`, and
    /// later sources are not searched.
    ///
    /// The provider keeps and shows only flags, and no other contents of its sources. All members may be called from
    /// any thread. Observers are called on the main queue or by the caller of ``reload()``.
    ///
    /// On Apple's systems, the provider requires later versions than the other modules, as swift-configuration does.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public final class ConfigurationFlagProvider: DetailedFeatureFlagProvider, Sendable, CustomReflectable {
        /// The default priority: above the app's built-in values and below values set by a developer or a server.
        public static let defaultPriority = 3

        /// The provider's priority.
        ///
        /// If several providers have a value for a flag, the highest priority wins.
        public let priority: Int
        /// The kind of source that the provider reports for its values.
        public let type: FeatureFlagProviderType
        /// The provider's display name.
        public let name: String

        /// Always `true`; observers are notified of a change to the file after the provider has read the file again.
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
        ///   - file: The path of a JSON file of at most 1 MB, or `nil` to use no file. The file does not have to exist.
        ///   - environment: The environment variables.
        ///   - arguments: The command-line arguments, starting with the program's name.
        ///   - prefix: The key path of the flags in every source, with dots between the components, or an empty string.
        ///   - features: Flags that are listed even if the file does not contain them.
        ///   - name: The provider's display name.
        ///   - type: The kind of source that the provider reports for its values.
        ///   - priority: The provider's priority. The highest priority that has a value wins.
        public init(
            file: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
            arguments: [String] = CommandLine.arguments, prefix: String = "flags", features: [FeatureKey] = [],
            name: String = "configuration", type: FeatureFlagProviderType = .release,
            priority: Int = ConfigurationFlagProvider.defaultPriority
        ) {
            self.prefix = Self.components(of: prefix)
            self.name = name
            self.type = type
            self.priority = priority
            path = file
            listed = features
            self.arguments = CommandLineArgumentsProvider(arguments: arguments, secretsSpecifier: .all)
            self.environment = EnvironmentVariablesProvider(environmentVariables: environment, secretsSpecifier: .all)
            self.file = Protected(nil)
            guard let file else { return }
            // Watching begins before the file is read, so that no change is missed in between.
            let watcher = FileWatcher(path: file) { [weak self] in self?.reload() }
            self.watcher.withLock { $0 = watcher }
            let content = ConfigurationFile(path: file, prefix: self.prefix)
            self.file.withLock { $0 = content }
        }

        /// The problem with the file and a remedy, or `nil` if the file is usable.
        ///
        /// The message contains the path of the file. Sanitize it like any external text before you print it to a
        /// terminal.
        public var problem: String? {
            if let problem = file.withLock({ $0?.problem }) { return problem.message }
            guard let path, watcher.withLock({ $0 == nil }) else { return nil }
            return
                "The configuration file \(path) cannot be watched; changes take effect after a restart."
        }

        /// A mirror that contains the provider's name, its file, and the problem, without values.
        public var customMirror: Mirror {
            Mirror(self, children: ["name": name, "file": path ?? "none", "problem": problem ?? "none"])
        }

        /// The flags in the file and the flags passed to the initializer, sorted by key.
        public var knownFeatures: [FeatureKey] {
            Set(listed).union(file.withLock { $0?.features } ?? []).sorted { $0.rawValue < $1.rawValue }
        }

        /// Returns whether a flag is on.
        ///
        /// An unknown flag and a flag with an invalid value are off.
        public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

        /// Returns whether the provider has an evaluation of a flag.
        ///
        /// The provider has an evaluation if a source contains the flag. If the file cannot be used and no earlier
        /// values apply, the provider has an evaluation with an error for every flag.
        public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

        /// Returns the evaluation of a flag by the first source that contains it.
        ///
        /// The evaluation's metadata contains the name of the source (`source`) and, unless the value is invalid, the
        /// flag's key in the source (`key`). If no source contains the flag, returns `nil`, or an evaluation with an
        /// error if the file cannot be used and no earlier values apply.
        public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
            evaluation(of: featureKey, file: file.withLock { $0 })
        }

        /// Calls a handler when a change to the file changes an evaluation.
        ///
        /// The handler takes the changed flags, or `nil` if any flag may have changed. The observation ends when the
        /// returned token is canceled or released.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            observers.add(handler)
        }

        /// Reads the file again and notifies observers of changed flags.
        ///
        /// You need to call this method only if the system cannot announce changes to files.
        public func reload() {
            guard let path else { return }
            // Readings take place one at a time, so that older contents never replace newer ones.
            let (before, after) = reading.withLock { _ in
                let before = file.withLock { $0 }
                let after = ConfigurationFile(path: path, prefix: prefix, earlier: before)
                file.withLock { $0 = after }
                return (before, after)
            }
            if before?.values == nil || after.values == nil, before?.problem != after.problem {
                // Unless both readings have values, the changed flags are unknown.
                return observers.notify(nil)
            }
            let keys = Set(listed).union(before?.features ?? []).union(after.features)
            let changed = keys.filter { evaluation(of: $0, file: before) != evaluation(of: $0, file: after) }
            if !changed.isEmpty { observers.notify(changed.sorted { $0.rawValue < $1.rawValue }) }
        }

        // MARK: Lookup

        private func evaluation(of feature: FeatureKey, file: ConfigurationFile?) -> FlagEvaluation? {
            let key = AbsoluteConfigKey(prefix + Self.components(of: feature.rawValue))
            if let answer = answer(of: arguments.snapshot(), "arguments", key) { return answer }
            if let answer = answer(of: environment.snapshot(), "environment", key) { return answer }
            guard let file else { return nil }
            // A file that was never valid must not make flags look merely absent.
            guard let values = file.values else {
                return file.problem.map { FlagEvaluation(errorCode: $0.code, message: $0.message) }
            }
            guard var answer = answer(of: values, "file", key) else { return nil }
            // The value is from the last valid file, so the flag reports it as stale.
            if let problem = file.problem, answer.value != nil {
                answer.reason = .stale
                answer.errorMessage = problem.message
            }
            return answer
        }

        /// Returns the evaluation of a flag by a source, or `nil` if the source does not contain the flag.
        private func answer(
            of source: any ConfigSnapshot, _ name: String, _ key: AbsoluteConfigKey
        ) -> FlagEvaluation? {
            do {
                let result = try source.value(forKey: key, type: .bool)
                guard case .bool(let isOn) = result.value?.content else { return nil }
                return FlagEvaluation(value: isOn, metadata: ["source": name, "key": result.encodedKey])
            } catch {
                // The error's description is omitted, because it may contain the value.
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

        private static func components(of path: String) -> [String] {
            path.split(separator: ".").map(String.init)
        }
    }
#endif
