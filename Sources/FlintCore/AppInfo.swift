// SPDX-License-Identifier: MIT

import FlintLocks

#if canImport(Darwin)
    import Foundation
#endif

/// Information about the app that the framework cannot determine and that the app supplies.
///
/// Set the values before calling
/// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``. You can
/// also change the URL schemes and domains later; a change applies to the next URL. All members can be used from any
/// thread.
///
/// The values apply to the whole process. However, a value that is set while `Flint.withRuntime(_:_:)` has bound
/// another runtime applies to that runtime only: when its first value is set, the runtime copies the process's values.
/// This lets tests with different URL schemes run side by side.
public enum FlintAppInfo {
    /// The identifier of the app group whose container the app shares with its extensions.
    ///
    /// The value is `nil` if the app does not share a container.
    ///
    /// Purchases and user settings are stored in that container. On systems without app groups, they are stored in the
    /// directory `$XDG_DATA_HOME/<identifier>` instead of the program's directory.
    public static var appGroupIdentifier: String? {
        get { read(\.appGroupIdentifier) }
        set { change { $0.appGroupIdentifier = newValue } }
    }

    /// The app's URL schemes without duplicates, including ``testURLSchemes``.
    ///
    /// On Apple platforms, the value also includes the schemes that the bundle declares. Setting the value does not
    /// change the test schemes or the bundle's schemes.
    public static var urlSchemes: [String] {
        get {
            var seen: Set<String> = []
            let schemes = read(\.testURLSchemes) + read(\.urlSchemes) + bundledURLSchemes
            return schemes.filter { seen.insert($0).inserted }
        }
        set {
            change { info in
                let others = info.testURLSchemes + bundledURLSchemes
                info.urlSchemes = newValue.filter { !others.contains($0) }
            }
        }
    }

    /// The schemes that the app's code declares, without the schemes of tests and of the bundle.
    package static var declaredURLSchemes: [String] { read(\.urlSchemes) }

    /// Additional URL schemes for tests, which precede the other schemes in ``urlSchemes``.
    public static var testURLSchemes: [String] {
        get { read(\.testURLSchemes) }
        set { change { $0.testURLSchemes = newValue } }
    }

    /// The domains whose web URLs open the app.
    public static var associatedDomains: [String] {
        get { read(\.associatedDomains) }
        set { change { $0.associatedDomains = newValue } }
    }

    /// The activity types that the app declares, in addition to its features' activity types.
    public static var activityTypes: [String] {
        get { read(\.activityTypes) }
        set { change { $0.activityTypes = newValue } }
    }

    /// The app's identifier, which is the prefix of its activity types.
    ///
    /// The default is the bundle identifier on Apple platforms. On other platforms, and for a program without a bundle,
    /// the default is the program's name.
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

    private static func change(_ body: (inout AppInfo) -> Void) {
        let runtime = FlintRuntime.current
        if runtime.isOfProcess, runtime.appInfoOverride == nil { return AppInfo.process.withLock { body(&$0) } }
        // Any other runtime copies the process's values when its first value is changed. Later changes to one copy do
        // not affect the other.
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
/// ``process`` holds the process's values. A runtime gets a copy when one of its values is first set; see
/// ``FlintAppInfo``. The schemes that the bundle declares are not included.
package struct AppInfo: Sendable {
    package var urlSchemes: [String] = []
    package var testURLSchemes: [String] = []
    package var associatedDomains: [String] = []
    package var activityTypes: [String] = []
    package var applicationIdentifier: String?
    package var appGroupIdentifier: String?

    package init() {}

    package static let process = Protected(AppInfo())
}
