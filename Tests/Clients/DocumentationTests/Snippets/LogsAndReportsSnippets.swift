import FlintCore
import Foundation

struct EndOfTravel: Error, CustomStringConvertible {
    let description = "The focuser has reached its end."
}

final class RefocusAction: Action {
    typealias InputType = Double

    static let description = "Moves the eyepiece until stars are points"
    static let analyticsID: String? = "refocused"

    static func perform(
        context: ActionContext<Double>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.debug("moving by \(context.input) mm")
        guard abs(context.input) <= 5 else {
            context.logs.production?.error("the focuser has reached its end")
            return completion.completedSync(.failure(error: EndOfTravel()))
        }
        return completion.completedSync(.success)
    }
}

final class FocuserFeature: Feature {
    static let description = "Focuses the telescope"

    static let refocus = action(RefocusAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(refocus)
    }
}

final class Console: LoggerOutput, @unchecked Sendable {
    let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    func log(event: LogEvent) {
        write("\(event.level) \(event.context.topicPath): \(event.text)")
    }
}

enum LogsAndReportsSnippets {
    static func log(print: @escaping (String) -> Void) async {
        let console = Console { print($0) }
        Logging.setLoggerOutputs(development: [console], level: .debug, production: [console], level: .error)
        await FocuserFeature.refocus.perform(withInput: 0.5)
        await FocuserFeature.refocus.perform(withInput: 80)
    }
}

final class Tally: AnalyticsProvider {
    let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {}

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {
        write("\(action.analyticsID ?? ""): \(outcome)")
    }
}

extension LogsAndReportsSnippets {
    static func count(print: @escaping (String) -> Void) async {
        let observation = Flint.dispatcher.add(observer: AnalyticsReporting(provider: Tally { print($0) }))
        await FocuserFeature.refocus.perform(withInput: 0.5)
        observation.cancel()
    }

    static func report(print: (String) -> Void) throws {
        let report = try Flint.gatherReportZip(options: [])
        print(report.pathExtension)
    }
}
