import FlintCore
import FlintInspector
import FlintRecording
import FlintWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps a journal of an app that records events continuously.
enum JournalUser {
    /// Performs actions and prints the number of the last event after each action.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - count: The number of actions.
    ///   - output: Prints a line.
    static func run(path: String, count: Int, output: (String) -> Void) {
        let runtime = FlintRuntime()
        runtime.setUp(Workshop.self) { $0.allowsOverrides = true }
        let inspector = RuntimeInspector(
            runtime: runtime, configuration: .init(appName: "The Workshop", cause: "console"))
        let header = JournalHeader(app: "The Workshop", program: "FlintStateWriter", system: "any", date: Date())
        do {
            let recorder = try JournalRecorder(path, of: inspector, header: header)
            for number in 0..<count {
                runtime.bind { Saw.step.perform() }
                if number.isMultiple(of: 7) {
                    inspector.send(.override(.flag, "lathe", to: number.isMultiple(of: 2) ? "on" : "off")) { _ in }
                }
                output("\(runtime.journal.events(after: 0).last?.id ?? 0)")
            }
            recorder.finish()
        } catch {
            output(String(describing: error))
        }
    }
}

/// A group with an action and with a feature that requires a flag.
private final class Workshop: FeatureGroup {
    static let description = "A workshop"
    static var subfeatures: [FeatureDefinition.Type] { [Lathe.self, Saw.self] }
}

private final class Saw: Feature {
    static let description = "Cuts"
    static let step = action(StepAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(step) }
}

private final class Lathe: ConditionalFeature {
    static let description = "Turns"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("lathe") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class StepAction: UIAction {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}
