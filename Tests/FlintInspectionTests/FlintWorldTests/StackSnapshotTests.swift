import FlintWorld
import Foundation
import Testing

struct StackSnapshotTests {
    @Test func `stacks are encoded and decoded with their steps`() throws {
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        let stacks = [
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
        #expect(try JSONDecoder().decode([StackSnapshot].self, from: JSONEncoder().encode(stacks)) == stacks)
    }
}
