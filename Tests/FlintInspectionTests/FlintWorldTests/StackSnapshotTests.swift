import FlintWorld
import Foundation
import Testing

/// Tests of the stacks and the focus of a snapshot.
struct StackSnapshotTests {
    @Test func `stacks are encoded and decoded with their steps`() throws {
        var snapshot = Snapshot()
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        snapshot.stacks = [
            StackSnapshot(
                id: "1", featureID: "App/Player", featureName: "Player", session: "main", started: date,
                userInitiated: true, parent: nil, stepCount: 103,
                steps: [
                    StackSnapshot.Step(
                        date: date, userInitiated: true,
                        content: .action(name: "play", input: "Fog", source: "application")),
                    StackSnapshot.Step(
                        date: date, userInitiated: false, content: .action(name: "pause", input: nil, source: "openURL")
                    ),
                    StackSnapshot.Step(
                        date: date, userInitiated: false, content: .substack(id: "2", featureName: "Speed")),
                ])
        ]
        snapshot.focus = ["App/Player"]
        #expect(try JSONDecoder().decode(Snapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)
    }
}
