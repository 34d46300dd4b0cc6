// SPDX-License-Identifier: MIT

/// The exit statuses of commands, as listed in the documentation and the manual page.
///
/// Statuses from 64 on have the values and meanings of sysexits.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case refused = 1
    case unsuitable = 2
    case usage = 64
    case unusableFile = 66
    case cannotWrite = 73
    case locked = 75

    /// A description of the status for the reference, without a period at the end.
    package var meaning: String {
        switch self {
        case .done: "success"
        case .refused:
            "the request is valid but cannot be fulfilled: the action failed, its feature is not available, no feature "
                + "handles the URL, overrides are not allowed, an attached app did not answer, or a comparison or check found "
                + "differences"
        case .unsuitable: "the expectations file names a feature or a persona that the app does not have"
        case .usage: "the arguments are invalid"
        case .unusableFile: "a required file is missing, or the program cannot use it"
        case .cannotWrite: "a file or the output cannot be written"
        case .locked: "another process has locked a state file"
        }
    }
}

/// A row in a table of the reference: a name and its meaning.
///
/// The tables in this type are the source for the manual page and for the documentation.
package struct ReferenceEntry: Sendable, Hashable {
    package let name: String
    /// The meaning, without a period at the end.
    package let meaning: String

    /// The environment variables that the program reads, in order of importance.
    package static let environment = [
        ReferenceEntry(
            name: "FLINT_STATE", meaning: "the overrides file; the other state files are in the same folder"),
        ReferenceEntry(name: "XDG_STATE_HOME", meaning: "the folder for state files, if FLINT_STATE is not set"),
        ReferenceEntry(
            name: "XDG_DATA_HOME", meaning: "the folder for an app's own data, such as published activities"),
        ReferenceEntry(
            name: "HOME",
            meaning: "the folder of .local/state and .local/share, if the XDG variables are not set; otherwise the "
                + "account's home folder"),
        ReferenceEntry(
            name: "FLINT_RESOURCES",
            meaning: "a folder whose Feeds and personas replace those that are part of the demo"),
        ReferenceEntry(
            name: "FLINT_KEYMAP", meaning: "the console's keymap file, if --keymap is not given"),
        ReferenceEntry(
            name: "FLINT_THEME", meaning: "the console's theme, if --theme is not given"),
        ReferenceEntry(
            name: "FLINT_ALERT", meaning: "the console's alert for changes of watched items, if --alert is not given"),
        ReferenceEntry(
            name: "XDG_CONFIG_HOME",
            meaning: "the folder of PROGRAM/keymap, the default keymap; otherwise HOME/.config"),
        ReferenceEntry(
            name: "XDG_RUNTIME_DIR", meaning: "the folder of flint/, which contains the sockets of running apps"
        ),
        ReferenceEntry(
            name: "TMPDIR", meaning: "the folder of flint-USER/, if XDG_RUNTIME_DIR is not set; otherwise /tmp"),
        ReferenceEntry(
            name: "FLINT_ATTACH_TOKEN", meaning: "the token for attaching to an app on a port, instead of a prompt"),
        ReferenceEntry(
            name: "FLINT_PERSONA",
            meaning: "the persona, or the path of the persona file, in which the app starts; unsaved overrides set its "
                + "facts"),
        ReferenceEntry(
            name: "FLINT_INSPECTOR",
            meaning: "1, or unix: and a socket's path, makes apps that call serveInspectorIfRequested() serve their "
                + "inspector"),
        ReferenceEntry(name: "VISUAL", meaning: "the command of the editor that shows source code"),
        ReferenceEntry(name: "EDITOR", meaning: "the command of that editor, if VISUAL is not set"),
        ReferenceEntry(name: "FLINT_PAUSED", meaning: "1 starts the app with its background work paused"),
        ReferenceEntry(name: "NO_COLOR", meaning: "disables colors, unless it is empty; bold and reverse remain"),
        ReferenceEntry(name: "TERM", meaning: "the terminal type, which determines keys, colors and the mouse"),
        ReferenceEntry(
            name: "TERM_PROGRAM",
            meaning: "the terminal program; Apple_Terminal is not asked for synchronized output"),
        ReferenceEntry(
            name: "TMUX", meaning: "wraps copied text for the terminal outside tmux, unless it is empty"),
        ReferenceEntry(name: "STY", meaning: "the same for GNU screen"),
        ReferenceEntry(name: "LC_ALL", meaning: "the locale, which determines whether to display more than ASCII"),
        ReferenceEntry(name: "LC_CTYPE", meaning: "the same, if LC_ALL is not set"),
        ReferenceEntry(name: "LANG", meaning: "the same, if neither is set"),
    ]

    package static let files = [
        ReferenceEntry(name: "overrides.json", meaning: "the overrides, with their reasons and expiries"),
        ReferenceEntry(name: "toggles.json", meaning: "the user settings, as changed in the app's own settings"),
        ReferenceEntry(name: "flags.json", meaning: "the feature flags that a developer has set"),
        ReferenceEntry(name: "device.json", meaning: "the simulated device: permissions, the store and its clock"),
        ReferenceEntry(name: "history.json", meaning: "the latest 100 changes, for undo and redo"),
        ReferenceEntry(
            name: "console.json", meaning: "the position in the console: screen, selections, filters, divider"),
        ReferenceEntry(
            name: "personas/", meaning: "the saved personas, one file each, for all overrides files in the folder"),
    ]

    /// The sources of values that can be set in several places.
    ///
    /// In each entry, the first source takes precedence.
    package static let precedence = [
        ReferenceEntry(
            name: "overrides file",
            meaning:
                "--state, then FLINT_STATE, then PROGRAM/overrides.json in XDG_STATE_HOME, then in HOME/.local/state"),
        ReferenceEntry(
            name: "platform",
            meaning: "an override, then --platform, then the platform of the app's device"),
        ReferenceEntry(
            name: "purchase", meaning: "an override, then the app's purchase trackers, such as its store"),
        ReferenceEntry(name: "permission", meaning: "an override, then the system"),
        ReferenceEntry(
            name: "user setting", meaning: "an override, then the user's own value, then the feature's declared default"
        ),
        ReferenceEntry(
            name: "runtime switch", meaning: "an override, then the app's code, then the feature's declaration"),
        ReferenceEntry(
            name: "flag",
            meaning: "an override, then the app's flag provider with the highest priority that has a value"),
        ReferenceEntry(
            name: "persona", meaning: "a saved persona, then a bundled one of the same name"),
        ReferenceEntry(name: "products of the store", meaning: "--storekit, then the products of the app's device"),
    ]
}
