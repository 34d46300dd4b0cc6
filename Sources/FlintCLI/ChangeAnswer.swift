import FlintCore
import FlintInspector
import InspectorKit

/// The JSON answer of the commands that change actual values.
struct ChangeAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    let changes: [Preview.Change]
}

extension SharedOptions {
    /// Starts the app, carries out a command that changes actual values, and prints the result.
    ///
    /// - Parameters:
    ///   - json: Whether to answer with one object.
    ///   - command: Finds the command, in the app's state.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    func change(json: Bool, _ command: (Snapshot) throws -> Command) async throws -> Int32 {
        let session = try AppSession(self, cause: "command line", access: .commandLine)
        session.reportProblems()
        let before = session.inspector.snapshot()
        let result = await session.send(try command(before))
        let after = session.inspector.snapshot()
        try SavedState.check()
        for problem in after.problems where !before.problems.contains(problem) { CommandOutput.complain(problem) }
        guard result.status == .done else { throw CommandLineError.refused(result.message) }
        let changes = Self.changes(from: before, to: after)
        if json {
            try CommandOutput.print(
                json: ChangeAnswer(status: result.status, message: result.message, changes: changes))
        } else {
            try CommandOutput.print([result.message])
        }
        return 0
    }

    /// The features whose availability is another.
    private static func changes(from before: Snapshot, to after: Snapshot) -> [Preview.Change] {
        let old = Dictionary(before.features.map { ($0.id, $0.available) }, uniquingKeysWith: { first, _ in first })
        return after.features.compactMap { feature in
            guard let was = old[feature.id], was != feature.available else { return nil }
            return Preview.Change(
                featureID: feature.id, featureName: feature.name, before: was, after: feature.available)
        }
    }
}
