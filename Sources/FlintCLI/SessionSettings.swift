// SPDX-License-Identifier: MIT

import FlintCore

/// The settings of a session that its command or front end chooses, in contrast to the user's options.
struct SessionSettings {
    /// The cause to record for changes.
    let cause: Cause
    /// The mode in which state files are read and written.
    let access: StateFileAccess.Mode
    /// Whether to start the background work of an app in this process.
    var startsBackgroundWork = false
    /// Whether to wait for the answers of services that provide facts.
    ///
    /// It applies only to an app in this process without background work, because front ends of a running app show
    /// answers when they arrive.
    var waitsForServices = true
    /// Problems with other files, to report together with the app's problems.
    var problems: [String] = []
    /// Whether to prevent changes to an attached app.
    var isReadOnly = false
    /// Whether the session asks the user before each change to a production app, so that `--production` is not
    /// required.
    var asksBeforeChanges = false
    /// Whether a front end always shows the problems with state files, so that the session can start even if some of
    /// the files cannot be read.
    var showsProblems = false
    /// The environment of an app in this process.
    var environment = AppEnvironment.development

    /// Returns the settings of a command that answers once.
    static func commandLine(_ access: StateFileAccess.Mode) -> SessionSettings {
        SessionSettings(cause: "command line", access: access)
    }
}
