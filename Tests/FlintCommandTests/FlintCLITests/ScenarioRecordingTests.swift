#if os(Linux)
    import Foundation
    import FlintWorld
    import Testing

    @testable import FlintCLI

    struct ScenarioRecordingTests {
        @Test func `a recording on a full disk reports that the scenario is incomplete`() {
            let recording = ScenarioRecording(writingTo: open("/dev/full", O_WRONLY | O_CLOEXEC), name: "my.scenario")
            recording.add(.undo, CommandResult(status: .done, message: "Undone"))
            let problem = recording.problem ?? ""
            #expect(
                problem.hasPrefix("The scenario my.scenario is incomplete, because the file cannot be written: "))
            #expect(problem.contains("record the scenario again"))
        }

        @Test func `a recording that can be written has no problem`() {
            let recording = ScenarioRecording(writingTo: open("/dev/null", O_WRONLY | O_CLOEXEC), name: "my.scenario")
            #expect(recording.problem == nil)
        }
    }
#endif
