/// A kind of state file.
struct StateKind: Sendable {
    let name: String
    /// Opens a file of this kind in the same way as an app.
    let open: @Sendable (_ path: String) -> any StateUser

    static let all = [
        StateKind(name: "overrides") { OverridesUser(path: $0) },
        StateKind(name: "toggles") { TogglesUser(path: $0) },
        StateKind(name: "debug-flags") { DebugFlagsUser(path: $0) },
        StateKind(name: "purchases") { PurchasesUser(path: $0) },
        StateKind(name: "device") { DeviceUser(path: $0) },
    ]
}
