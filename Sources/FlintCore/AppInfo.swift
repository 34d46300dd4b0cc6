#if canImport(Darwin)
    import Foundation
#endif

/// Information about the app that the framework cannot look up and that the app supplies.
///
/// Set the values before calling
/// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``. URL
/// schemes and domains can also change later; a change applies from the next URL on. All members can be used from any
/// thread.
///
/// A value applies to the whole process. While `Flint.withRuntime(_:_:)` has bound another runtime, a value that is set
/// applies to that runtime only. The runtime starts from a copy of the process's values, taken when its first value is
/// set, so tests with different URL schemes can run side by side.
public enum FlintAppInfo {
    /// The identifier of the app group whose container the app shares with its extensions, or `nil` for no shared
    /// container.
    ///
    /// Purchases and user settings are stored in that container. On systems without app groups, they are stored in the
    /// directory `$XDG_DATA_HOME/<identifier>` instead of the program's directory.
    public static var appGroupIdentifier: String? {
        get { read(\.appGroupIdentifier) }
        set { change { $0.appGroupIdentifier = newValue } }
    }

    /// The URL schemes of the app, including ``testURLSchemes``.
    ///
    /// On Apple platforms, the value also includes the schemes that the bundle declares. Setting the value does not
    /// change the test schemes or the bundle's schemes.
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

    /// Additional URL schemes for tests.
    public static var testURLSchemes: [String] {
        get { read(\.testURLSchemes) }
        set { change { $0.testURLSchemes = newValue } }
    }

    /// The domains whose web URLs open the app.
    public static var associatedDomains: [String] {
        get { read(\.associatedDomains) }
        set { change { $0.associatedDomains = newValue } }
    }

    /// The activity types that the app declares, in addition to the types of its features' activities.
    public static var activityTypes: [String] {
        get { read(\.activityTypes) }
        set { change { $0.activityTypes = newValue } }
    }

    /// The identifier of the app, which prefixes the types of its activities.
    ///
    /// The default is the bundle identifier on Apple platforms. On other platforms, and for a program without a bundle,
    /// the default is the name of the program.
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

    private static func read<Value>(_ key: KeyPath<AppInfo, Value>) -> Value {
        if let info = FlintRuntime.current.appInfoOverride { return info[keyPath: key] }
        return AppInfo.process.withLock { $0[keyPath: key] }
    }

    /// Changes the values of the current runtime.
    ///
    /// For the process's runtime, the values of the process change.
    private static func change(_ body: (inout AppInfo) -> Void) {
        let runtime = FlintRuntime.current
        if runtime.isOfProcess, runtime.appInfoOverride == nil { return AppInfo.process.withLock { body(&$0) } }
        let known = AppInfo.process.withLock { $0 }
        runtime.entrances.withLock { entrances in
            var info = entrances.appInfo ?? known
            body(&info)
            entrances.appInfo = info
        }
    }

    private static var bundledURLSchemes: [String] {
        #if canImport(Darwin)
            let types = Bundle.main.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]] ?? []
            return types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        #else
            return []
        #endif
    }
}

/// The values behind ``FlintAppInfo``, for the process or for one runtime.
///
/// ``process`` holds the values of the process. A runtime gets a copy when one of its values is first set; see
/// ``FlintAppInfo``. The bundle's schemes and activity types are not included.
package struct AppInfo: Sendable {
    package var urlSchemes: [String] = []
    package var testURLSchemes: [String] = []
    package var associatedDomains: [String] = []
    package var activityTypes: [String] = []
    package var applicationIdentifier: String?
    package var appGroupIdentifier: String?

    package init() {}

    /// The values of the process, for runtimes without a copy.
    package static let process = Protected(AppInfo())
}
