// SPDX-License-Identifier: MIT

import FlintCore

/// The settings of a session that its command or front end chooses rather than the user.
struct SessionSettings {
    let cause: Cause
    let access: StateFileAccess.Mode
    var startsBackgroundWork = false
    /// Whether to wait for the answers of services that provide facts.
    ///
    /// The setting applies only to an app in this process without background work, because front ends of a running app
    /// show answers when they arrive.
    var waitsForServices = true
    /// Problems with other files, to report together with the app's problems.
    var problems: [String] = []
    /// Whether to prevent changes to an attached app.
    var isReadOnly = false
    /// Whether the session asks the user before each change to a production app.
    ///
    /// The option `--production` is then not required.
    var asksBeforeChanges = false
    /// Whether a front end always shows the problems with state files.
    ///
    /// The session can then start even if some of the files cannot be read.
    var showsProblems = false
    /// The environment of an app in this process.
    var environment = AppEnvironment.development

    static func commandLine(_ access: StateFileAccess.Mode) -> SessionSettings {
        SessionSettings(cause: "command line", access: access)
    }
}
