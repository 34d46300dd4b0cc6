// SPDX-License-Identifier: MIT

/// The environment variables that change how commands start the app.
enum LaunchEnvironment {
    /// Whether the app starts with its background work paused.
    static var pausesBackgroundWork: Bool { CommandRun.current.environment["FLINT_PAUSED"] == "1" }
}
