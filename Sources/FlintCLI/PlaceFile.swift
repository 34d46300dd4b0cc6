import FlintConsole
import FlintCore

/// A file that stores the console's screen, selections and filters between launches, beside the other state files.
///
/// The file is a convenience. If it cannot be read, the console opens at its default place; if it cannot be written,
/// the error is ignored.
struct PlaceFile {
    private let file: StateFile<ConsolePlace>

    /// Creates a reference to the file.
    ///
    /// - Parameter statePath: The path of the overrides file.
    init(statePath: String) {
        file = StateFile(
            path: StatePath.sibling("console", of: statePath), kind: StateFileKind("console"),
            empty: ConsolePlace(), access: StateFileAccess(mode: .deferring))
    }

    func read() -> ConsolePlace { file.load().content }

    func save(_ place: ConsolePlace) {
        guard place != read() else { return }
        try? file.update { $0 = place }
    }
}
