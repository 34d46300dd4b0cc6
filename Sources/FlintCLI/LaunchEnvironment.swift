// SPDX-License-Identifier: MIT

import FlintTerminal

/// The environment variables that change how commands start the app.
enum LaunchEnvironment {
    /// Whether the app starts with its background work paused.
    static var pausesBackgroundWork: Bool { TerminalOptions.environmentVariable("FLINT_PAUSED") == "1" }
}
