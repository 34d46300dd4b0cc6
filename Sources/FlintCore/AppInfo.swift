#if canImport(Darwin)
    import Foundation
#endif

/// What the framework cannot find out about an app and the app must supply.
///
/// Say it before
/// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``; schemes
/// and domains may also be changed later, and then hold for the next URL. All members may be used from any thread.
///
/// Values that are set hold for the process. Values set while `Flint.withRuntime(_:_:)` has bound another runtime
/// hold for that one only, which begins with those of the process at that moment; so tests of different schemes may
/// run side by side.
public enum FlintAppInfo {
    /// The identifier of the container an app shares with its extensions, if it has one.
    ///
    /// Purchases and the user's choices are then kept there. Where there are no such containers, they are kept in a
    /// directory with this name, in place of one with the program's: `$XDG_DATA_HOME/<identifier>`.
    public static var appGroupIdentifier: String? {
        get { read(\.appGroupIdentifier) }
        set { change { $0.appGroupIdentifier = newValue } }
    }

    /// The schemes of the app's own URLs: ``testURLSchemes``, and what has been set here.
    ///
    /// On Apple's systems those that the bundle declares count as well.
    public static var urlSchemes: [String] {
        get {
            let (own, tests) = (read(\.urlSchemes), read(\.testURLSchemes))
            return tests + own + bundledURLSchemes.filter { !own.contains($0) }
        }
        set {
            change { info in
                let others = info.testURLSchemes + bundledURLSchemes
                info.urlSchemes = newValue.filter { !others.contains($0) }
            }
        }
    }

    /// Further schemes of the app's own URLs, for tests.
    public static var testURLSchemes: [String] {
        get { read(\.testURLSchemes) }
        set { change { $0.testURLSchemes = newValue } }
    }

    /// The domains whose web URLs lead to the app.
    public static var associatedDomains: [String] {
        get { read(\.associatedDomains) }
        set { change { $0.associatedDomains = newValue } }
    }

    /// The types of activities the app declares to continue, besides those its features declare.
    public static var activityTypes: [String] {
        get { read(\.activityTypes) }
        set { change { $0.activityTypes = newValue } }
    }

    /// What identifies the app, first of all in the types of its activities.
    ///
    /// Without a word on it, the bundle's identifier on Apple's systems, and elsewhere or without one the name of the
    /// program.
    public static var applicationIdentifier: String {
        get {
            if let identifier = read(\.applicationIdentifier) { return identifier }
            #if canImport(Darwin)
                if let identifier = Bundle.main.bundleIdentifier { return identifier }
            #endif
            return AppDirectory.programName(CommandLine.arguments) ?? "app"
        }
        set { change { $0.applicationIdentifier = newValue } }
    }

    /// Reads what the current runtime knows, or else what the process does.
    private static func read<Value>(_ key: KeyPath<AppInfo, Value>) -> Value {
        if let info = FlintRuntime.current.ownAppInfo { return info[keyPath: key] }
        return AppInfo.process.withLock { $0[keyPath: key] }
    }

    /// Changes what the current runtime knows, or what the process does if the runtime is that of the process.
    private static func change(_ body: (inout AppInfo) -> Void) {
        let runtime = FlintRuntime.current
        if runtime.isOfProcess, runtime.ownAppInfo == nil { return AppInfo.process.withLock { body(&$0) } }
        let known = AppInfo.process.withLock { $0 }
        runtime.entrances.withLock { entrances in
            var info = entrances.appInfo ?? known
            body(&info)
            entrances.appInfo = info
        }
    }

    /// The schemes the bundle declares.
    private static var bundledURLSchemes: [String] {
        #if canImport(Darwin)
            let types = Bundle.main.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]] ?? []
            return types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        #else
            return []
        #endif
    }
}

/// What the framework cannot find out about an app.
package struct AppInfo: Sendable {
    /// The schemes of the app's own URLs, besides those its bundle declares.
    package var urlSchemes: [String] = []
    /// Further schemes, for tests.
    package var testURLSchemes: [String] = []
    /// The domains whose web URLs lead to the app.
    package var associatedDomains: [String] = []
    /// The types of activities the app declares, besides those of its bundle.
    package var activityTypes: [String] = []
    /// What identifies the app, if it has been set.
    package var applicationIdentifier: String?
    /// The identifier of the container an app shares with its extensions, if it has one.
    package var appGroupIdentifier: String?

    /// Creates an empty description.
    package init() {}

    /// The description that is valid for all runtimes that have none of their own.
    package static let process = Protected(AppInfo())
}
