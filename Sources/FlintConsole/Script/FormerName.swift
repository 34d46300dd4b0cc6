// SPDX-License-Identifier: MIT

/// The names of commands that were renamed or became part of another command.
///
/// They are not accepted. The error for a former name contains its successor.
package enum FormerName {
    private static let successors = [
        "attach": "console --running", "completions": "help completions", "diff": "compare", "differences": "compare",
        "explain": "why", "history": "undo --list", "impact": "what-if --without", "manual": "help manual",
        "open": "perform", "open-report": "console --recording", "override": "set", "permission": "set --in system",
        "permissions": "facts permissions", "purchases": "facts purchases", "redo": "undo --redo",
        "retire": "lint --retire", "states": "what-if --states", "toggle": "set --in user", "unlock": "why --apply",
        "user-setting": "set --in user",
    ]

    /// Returns a sentence without a full stop that contains a former name's successor, or `nil` for another name.
    package static func message(about name: String) -> String? {
        // Listing flags and setting them became two commands.
        if name == "flags" { return "\"flags\" is now \"facts flags\" or \"set --in provider\"" }
        return successors[name].map { "\"\(name)\" is now \"\($0)\"" }
    }
}
