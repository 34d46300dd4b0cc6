/// The exit statuses of commands, as listed in the documentation and the manual page.
///
/// Statuses from 64 on have the values and meanings of sysexits.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    /// The request cannot be fulfilled, or a comparison found differences.
    case refused = 1
    /// A file names something that the app does not have.
    case unsuitable = 2
    /// The arguments are invalid (`EX_USAGE`).
    case usage = 64
    /// A required file is missing or unusable (`EX_NOINPUT`).
    case unusableFile = 66
    /// A file or the output cannot be written (`EX_CANTCREAT`).
    case cannotWrite = 73
    /// A file is locked by another process (`EX_TEMPFAIL`).
    case locked = 75

    /// The condition for the status, for the reference.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .refused:
            "the request is valid and cannot be fulfilled: the action failed, its feature is not available, no feature "
                + "takes the URL, overrides are not allowed, or what was compared or checked is not as it should be"
        case .unsuitable: "the file of expectations names a feature or a persona that the app does not have"
        case .usage: "the arguments are invalid"
        case .unusableFile: "a file that is needed is missing, or is not one of the program's"
        case .cannotWrite: "a file or the answer cannot be written"
        case .locked: "another process holds the lock of a state file"
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
            name: "FLINT_STATE", meaning: "the file in which overrides are kept; the other files are beside it"),
        ReferenceEntry(name: "XDG_STATE_HOME", meaning: "the folder of state files, if FLINT_STATE names none"),
        ReferenceEntry(name: "XDG_DATA_HOME", meaning: "the folder of an app's own data, such as published activities"),
        ReferenceEntry(
            name: "HOME", meaning: "where .local/state and .local/share are, if the XDG folders are not named"),
        ReferenceEntry(
            name: "FLINT_RESOURCES",
            meaning: "the folder of the demo's feeds, personas and schemas, if it is not beside the program"),
        ReferenceEntry(
            name: "FLINT_KEYMAP", meaning: "the file with the keys of the console, if --keymap does not name one"),
        ReferenceEntry(
            name: "FLINT_THEME", meaning: "a theme or the file with the colors of the console, if --theme names none"),
        ReferenceEntry(
            name: "XDG_CONFIG_HOME",
            meaning: "the folder with PROGRAM/keymap and PROGRAM/theme, if nothing names them; else HOME/.config"),
        ReferenceEntry(
            name: "XDG_RUNTIME_DIR", meaning: "where flint/ is, in which running apps are found; else in TMPDIR or /tmp"
        ),
        ReferenceEntry(name: "TMPDIR", meaning: "where flint-USER/ is, in which running apps are found otherwise"),
        ReferenceEntry(
            name: "FLINT_ATTACH_TOKEN", meaning: "the token of an app on a port, if it is not to be asked for"),
        ReferenceEntry(name: "FLINT_PAUSED", meaning: "1 opens the console with the app's background work paused"),
        ReferenceEntry(name: "NO_COLOR", meaning: "no colors, unless it is empty; bold and reverse stay"),
        ReferenceEntry(name: "TERM", meaning: "the terminal, which decides on keys, colors and the mouse"),
        ReferenceEntry(
            name: "TERM_PROGRAM",
            meaning: "the program behind the terminal: Apple_Terminal is not sent whole frames at once"),
        ReferenceEntry(
            name: "TMUX", meaning: "what is copied is wrapped for the terminal around tmux, if it is not empty"),
        ReferenceEntry(name: "STY", meaning: "the same for GNU screen"),
        ReferenceEntry(name: "LC_ALL", meaning: "the locale, which decides whether the terminal shows more than ASCII"),
        ReferenceEntry(name: "LC_CTYPE", meaning: "the same, if LC_ALL is not set"),
        ReferenceEntry(name: "LANG", meaning: "the same, if neither is set"),
    ]

    /// The state files in the folder of the overrides file.
    package static let files = [
        ReferenceEntry(name: "overrides.json", meaning: "overrides, with their reason and their expiry"),
        ReferenceEntry(name: "toggles.json", meaning: "the user's settings, as the app's own settings make them"),
        ReferenceEntry(name: "flags.json", meaning: "the flags that a developer has set"),
        ReferenceEntry(name: "device.json", meaning: "the simulated device: permissions, the store and its clock"),
        ReferenceEntry(name: "history.json", meaning: "the latest 100 changes, for undo and redo"),
        ReferenceEntry(
            name: "console.json", meaning: "where the user of the console was: screen, selections, filters, divider"),
        ReferenceEntry(name: "personas/", meaning: "the personas that were saved, a file for each"),
    ]

    /// The sources of values that can be set in several places.
    ///
    /// In each entry, the first source takes precedence.
    package static let precedence = [
        ReferenceEntry(
            name: "file of overrides",
            meaning:
                "--state, then FLINT_STATE, then PROGRAM/overrides.json in XDG_STATE_HOME, then in HOME/.local/state"),
        ReferenceEntry(
            name: "platform",
            meaning: "an override of the platform, then --platform, then the platform of the app's device"),
        ReferenceEntry(
            name: "purchase", meaning: "an override, then the purchase trackers of the app, such as its store"),
        ReferenceEntry(name: "permission", meaning: "an override, then the system"),
        ReferenceEntry(
            name: "user setting", meaning: "an override, then the user's choice, then what the feature declares"),
        ReferenceEntry(
            name: "enabled in code", meaning: "an override, then the app's code, then what the feature declares"),
        ReferenceEntry(
            name: "flag",
            meaning: "an override, then the first of the app's flag providers, in order of priority, that has a value"),
        ReferenceEntry(
            name: "persona", meaning: "a persona that was saved, then one of the same name that comes with the app"),
        ReferenceEntry(name: "products of the store", meaning: "--storekit, then those of the app's device"),
    ]
}
