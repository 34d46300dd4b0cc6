import FlintCore
import Foundation

enum TimelineAndJournalSnippets {
    static func record(print: Output) async {
        await DomeFeature.open.perform(withInput: 45)
        await TelescopeFeature.expose.perform(withInput: 600)

        for entry in Timeline.instance.entries { print(entry) }
    }

    static func denials(print: Output) {
        _ = ArchiveFeature.browse.request()

        for event in FlintRuntime.current.journal.events {
            if case .requestDenied(let denial) = event.kind {
                print("\(denial.actionName): \(denial.explanation.summary)")
            }
        }
    }

    static func observe(print: Output) -> ObservationToken {
        let token = FlintRuntime.current.journal.observe { event in
            if case .actionCompleted(let action, let outcome, _) = event.kind {
                print("\(action.actionName): \(outcome)")
            }
        }
        return token
    }

    static func stream(to path: String) async throws -> [String] {
        let stream = try FlintRuntime.current.journal.stream(to: path)
        await DomeFeature.open.perform(withInput: 45)
        stream.cancel()

        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.map(String.init)
    }
}

final class SuccessCounter: ActionDispatchObserver {
    private(set) var counts: [String: Int] = [:]

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {}

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        if outcome.isSuccess { counts["\(FeatureType.name): \(ActionType.name)", default: 0] += 1 }
    }
}

extension TimelineAndJournalSnippets {
    static func counter(print: Output) async {
        let counter = SuccessCounter()
        let observation = Flint.dispatcher.add(observer: counter)
        await DomeFeature.open.perform(withInput: 45)
        observation.cancel()
        await DomeFeature.open.perform(withInput: 90)
        print(counter.counts)
    }

    static func off(print: Output) async {
        TimelineFeature.isEnabled = false
        await DomeFeature.close.perform()
        print(Timeline.instance.entries.count)
    }

    struct Passphrase: FlintLoggable {
        let text: String

        static var isSensitiveForLogging: Bool { true }
    }
}
