import FlintConsole
import FlintCore

/// Keeps where the user of the console was, beside the other files of the state.
///
/// It is a convenience: a file that cannot be read or written is left alone, and the console starts as for the first time.
struct PlaceFile {
    private let file: StateFile<ConsolePlace>

    /// Names the file.
    ///
    /// - Parameter statePath: The path of the file of overrides.
    init(statePath: String) {
        file = StateFile(
            path: StatePath.sibling("console", of: statePath), kind: StateFileKind("console"),
            empty: ConsolePlace(), access: StateFileAccess(mode: .deferring))
    }

    /// Where the user was.
    func read() -> ConsolePlace { file.load().content }

    /// Saves where the user is.
    func save(_ place: ConsolePlace) {
        guard place != read() else { return }
        try? file.update { $0 = place }
    }
}
