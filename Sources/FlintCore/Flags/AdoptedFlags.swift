// SPDX-License-Identifier: MIT

/// A source of values for an app's own enumeration of flags.
///
/// Pass the app's existing sources to ``Flint/adopt(_:from:declaration:fileID:line:)``. Each closure is called on any
/// thread, with no lock held, whenever a decision or a front end needs the value, so it should answer from memory.
public enum AdoptedFlagSource<Flag: Sendable>: Sendable {
    /// The values that are built into the app, which every other source overrides.
    case builtIn(@Sendable (Flag) -> Bool)
    /// The values of a server, or `nil` for a flag that the server does not know.
    case remote(@Sendable (Flag) -> Bool?)
    /// The app's own rules, such as a beta channel or a tier. A rule returns `nil` for a flag that it does not decide.
    ///
    /// Rules precede remote and built-in values, and an override precedes them.
    case rules(@Sendable (Flag) -> Bool?)
    /// The app's own store of overrides, such as the one behind its debug screen.
    ///
    /// The store is kept synchronized with the overrides of the console and the command line. A value that the app
    /// stores appears as an override, and an override that is set or removed elsewhere is written to the store. If the
    /// app's build refuses overrides, the store is only read, and its values precede the values of the other sources.
    case overrides(read: @Sendable (Flag) -> Bool?, write: @Sendable (Flag, Bool?) -> Void)
}

extension Flint {
    /// Adopts an app's enumeration of feature flags, with a closure that returns the value of each flag.
    ///
    /// Every case becomes a flag, with its raw value as the key. The console, the commands, personas, and `flint lint`
    /// work with it, and its changes are recorded in the journal. No feature has to require the flags at first. You can
    /// add requirements one by one.
    ///
    /// ```swift
    /// Flint.adopt(PlayerFlag.self) { flag in flag.isOn }
    /// Flint.setup()
    /// ```
    ///
    /// Call this method before setup, once for each enumeration, from any thread. A call after setup has no effect, and
    /// an advisory reports it.
    ///
    /// - Parameters:
    ///   - flags: The enumeration.
    ///   - declaration: A closure that returns the developers' notes about a flag, such as its owner.
    ///   - fileID: The file of the adoption; pass a value only to forward a caller's.
    ///   - line: The line of the adoption; pass a value only to forward a caller's.
    ///   - value: A closure that returns the value of a flag. It is called on any thread.
    public static func adopt<Flag: CaseIterable & RawRepresentable<String> & Sendable>(
        _ flags: Flag.Type, declaration: (Flag) -> Declaration = { _ in .unspecified }, fileID: String = #fileID,
        line: Int = #line, value: @escaping @Sendable (Flag) -> Bool
    ) {
        adopt(flags, from: .builtIn(value), declaration: declaration, fileID: fileID, line: line)
    }

    /// Adopts an app's enumeration of feature flags, with the sources of its values.
    ///
    /// Overrides precede rules, rules precede remote values, and remote values precede built-in ones. Among sources of
    /// the same kind, the first one with a value decides.
    ///
    /// ```swift
    /// Flint.adopt(
    ///     PlayerFlag.self,
    ///     from: .overrides(read: { DebugStore.shared[$0] }, write: { DebugStore.shared[$0] = $1 }),
    ///     .remote { RemoteConfig.shared.value(of: $0.rawValue) }, .builtIn { $0.isOnByDefault })
    /// ```
    ///
    /// The framework detects a change when a decision or a front end reads the flag. To record a change immediately,
    /// call ``featureFlagsChanged(_:)``. Call this method before setup, once for each enumeration, from any thread. A
    /// call after setup has no effect, and an advisory reports it.
    ///
    /// - Parameters:
    ///   - flags: The enumeration.
    ///   - sources: The sources of the flags' values.
    ///   - declaration: A closure that returns the developers' notes about a flag, such as its owner.
    ///   - fileID: The file of the adoption; pass a value only to forward a caller's.
    ///   - line: The line of the adoption; pass a value only to forward a caller's.
    public static func adopt<Flag: CaseIterable & RawRepresentable<String> & Sendable>(
        _ flags: Flag.Type, from sources: AdoptedFlagSource<Flag>...,
        declaration: (Flag) -> Declaration = { _ in .unspecified }, fileID: String = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        FlintRuntime.current.adopt(AdoptedFlags(flags, from: sources) { declaration($0).locating(at: location) })
    }

    /// Returns the override of a flag, or `nil` if the flag is not overridden.
    ///
    /// Use this method in an app that has no store of overrides. The console, the command line, and personas can then
    /// override the flag:
    ///
    /// ```swift
    /// var isOn: Bool { Flint.override(of: self) ?? isOnByDefault }
    /// ```
    ///
    /// The method can be called from any thread, even before setup.
    ///
    /// - Parameter flag: The case of the app's enumeration.
    /// - Returns: The value of the override, or `nil` without an override.
    public static func override<Flag: RawRepresentable<String>>(of flag: Flag) -> Bool? {
        FlintRuntime.current.facts[.featureFlag(FeatureKey(rawValue: flag.rawValue))]?.override?.value.truth.boolValue
    }
}

struct AdoptedFlags: Sendable {
    let declarations: [(key: FeatureKey, declaration: Declaration)]
    let providers: [AdoptedFlagProvider]
    let stores: [AdoptedOverrideStore]

    init<Flag: CaseIterable & RawRepresentable<String> & Sendable>(
        _ flags: Flag.Type, from sources: [AdoptedFlagSource<Flag>], declaration: (Flag) -> Declaration
    ) {
        let cases = Dictionary(
            flags.allCases.map { (FeatureKey(rawValue: $0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })
        let keys = cases.keys.sorted { $0.rawValue < $1.rawValue }
        declarations = flags.allCases.map { (FeatureKey(rawValue: $0.rawValue), declaration($0)) }
        let name = TypeNames.short(flags)
        var providers: [AdoptedFlagProvider] = []
        var stores: [AdoptedOverrideStore] = []
        for source in sources {
            switch source {
            case .builtIn(let read):
                providers.append(
                    AdoptedFlagProvider(
                        name: name, type: .release, priority: FeaturePriority.minPriority, knownFeatures: keys
                    ) {
                        cases[$0].map { FlagEvaluation(value: read($0), reason: .default) }
                    })
            case .remote(let read):
                providers.append(
                    AdoptedFlagProvider(
                        name: "\(name) remote", type: .remote, priority: FeaturePriority.maxPriority,
                        knownFeatures: keys
                    ) {
                        cases[$0].flatMap(read).map { FlagEvaluation(value: $0) }
                    })
            case .rules(let read):
                providers.append(
                    AdoptedFlagProvider(
                        name: "\(name) rules", type: .release, priority: FeaturePriority.maxPriority + 1,
                        knownFeatures: keys
                    ) {
                        cases[$0].flatMap(read).map { FlagEvaluation(value: $0, reason: .targetingMatch) }
                    })
            case .overrides(let read, let write):
                stores.append(
                    AdoptedOverrideStore(name: "\(name) overrides", keys: keys) { key in
                        cases[key].flatMap(read)
                    } write: { key, value in
                        if let flag = cases[key] { write(flag, value) }
                    })
            }
        }
        (self.providers, self.stores) = (providers, stores)
    }
}
