// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintFoundation

/// A file that stores the console's screen, selections and filters between launches, beside the other state files.
///
/// The file is a convenience. If it cannot be read, the console opens at its default place; if it cannot be written,
/// the error is ignored.
struct PlaceFile: Sendable {
    private let file: StateFile<ConsolePlace>
    private let folder: String

    init(statePath: String) {
        folder = PathComponents(statePath).directory
        file = StateFile(
            path: StatePath.sibling("console", of: statePath), kind: StateFileKind("console"),
            empty: ConsolePlace(), access: StateFileAccess(mode: .deferring))
    }

    var hasFolder: Bool { FileManager.default.fileExists(atPath: folder) }

    func read() -> ConsolePlace { file.load().content }

    func save(_ place: ConsolePlace) {
        var place = place
        let stored = read()
        // The other methods store the recordings and the preferences, so they stay unchanged here.
        (place.recordings, place.preferences) = (stored.recordings, stored.preferences)
        guard place != stored else { return }
        try? file.update { [place] in $0 = place }
    }

    func store(_ preferences: ConsolePreferences) {
        let preferences = preferences == ConsolePreferences() ? nil : preferences
        guard preferences != read().preferences else { return }
        try? file.update { $0.preferences = preferences }
    }

    func addRecording(_ path: String) {
        try? file.update { $0.addRecording(path) }
    }
}
