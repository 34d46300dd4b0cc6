// SPDX-License-Identifier: MIT

/// The originator of a change or a request.
///
/// The framework sets the cause of the changes that it makes. A caller can pass any other name, such as the name of a
/// tool.
public struct Cause: StringName {
    /// The display name.
    public let rawValue: String

    /// Creates a cause with a display name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The app's code.
    public static let app: Cause = "app"
    /// A user of the app.
    public static let user: Cause = "user"
    /// The operating system.
    public static let system: Cause = "system"
    /// The store, such as the App Store or its simulation.
    public static let store: Cause = "store"
    /// The expiry of an override.
    public static let expiry: Cause = "expiry"
    /// An override that was restored from a file.
    public static let saved: Cause = "saved"

    /// Returns the cause of changes that another process makes to the same state, such as "console 20534".
    package static func program(_ name: String, process: Int32) -> Cause { Cause(rawValue: "\(name) \(process)") }

    /// Whether the name ends with a process identifier.
    package var namesProcess: Bool { rawValue.split(separator: " ").last.flatMap { Int32($0) } != nil }
}
