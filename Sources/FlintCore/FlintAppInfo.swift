/// What the framework cannot find out about an app and needs to be told.
///
/// Say it before ``Flint/quickSetup(_:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``.
/// All members may be used from any thread.
public enum FlintAppInfo {
    private static let groupIdentifier = Protected<String?>(nil)

    /// The identifier of the container an app shares with its extensions, if it has one.
    ///
    /// On Apple's systems, purchases and the user's choices are then kept there. Elsewhere it means nothing: programs
    /// share a directory by naming it.
    public static var appGroupIdentifier: String? {
        get { groupIdentifier.withLock { $0 } }
        set { groupIdentifier.withLock { $0 = newValue } }
    }
}
