import FlintCore
import Foundation
import Testing

@MainActor
struct ActivitiesTests {
    private let notebook = Notebook()
    private let output = Output()

    private func inObservatory(_ body: () throws -> Void) throws {
        try Flint.withRuntime(FlintRuntime()) {
            FlintAppInfo.applicationIdentifier = "example.observatory"
            Flint.setup(ObservatoryFeatures.self)
            Flint.register(SpottingFeature.self)
            try body()
        }
    }

    @Test func `an action publishes its activity unless it cancels it`() throws {
        try inObservatory {
            ActivitiesSnippets.publish(notebook, print: output)
            #expect(output.lines == shown("Activities", 0))
            #expect(notebook.stars.map(\.name) == ["Mizar", "Sun"])
        }
    }

    @Test func `an activity is made without performing the action`() throws {
        try inObservatory {
            try ActivitiesSnippets.make(print: output)
            #expect(output.lines == shown("Activities", 1))
            #expect(notebook.stars.isEmpty && FlintRuntime.current.activities.recent.isEmpty)
        }
    }

    @Test func `a saved activity is continued until the feature is turned off`() throws {
        try inObservatory {
            let router = EyepieceRouter(eyepiece: notebook)
            ActivitiesSnippets.publish(notebook, print: Output())
            let file = try JSONEncoder().encode(try #require(FlintRuntime.current.activities.recent.first))
            #expect(try resume(file, with: router) == .success)
            #expect(notebook.stars.map(\.name) == ["Mizar", "Sun", "Mizar"])
            try ActivitiesSnippets.turnOff(file, router, print: output)
            #expect(output.lines == shown("Activities", 2))
            #expect(FlintRuntime.current.activities.current == nil)
        }
    }
}
