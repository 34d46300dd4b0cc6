// SPDX-License-Identifier: MIT

import CFlintAllocations
import FlintCore
import Logging

/// Measures the overhead of performing an action that has no effect.
enum PerformSuite {
    /// Measures performed actions and the memory that they leave behind.
    static func run(_ report: inout Report) {
        // The process-wide runtime, as in apps. The last cases also log, which cannot be undone.
        let runtime = FlintRuntime.current
        if runtime.isSetUp { runtime.register(group: Stage.self) } else { runtime.setUp(Stage.self) }
        runtime.bind {
            var timings = report.measure([Floor.typeLookUp] + cases)
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
            DefaultLoggerFactory.setup(
                initialDevelopmentLogLevel: .debug, initialProductionLogLevel: .off, briefLogging: true)
            ActionSession.quickSetupMainSession()
            timings += report.measure([logged])
            report.add(timings)
            for timing in timings.dropFirst() {
                report.addCost(timing.name, of: timing, lookUp: timings[0])
                report.add("\(timing.name)/allocations", timing.allocations, .count)
            }
            report.add("perform/bytes left of a million", Double(bytesLeft(of: 1_000_000)), .bytes)
        }
    }

    private static var cases: [Case] {
        [
            Case(name: "perform: nothing, timeline and stacks on") { times in
                for _ in 0..<times { StageFeature.nothing.perform() }
            },
            Case(name: "perform: nothing, with a completion") { times in
                var successes = 0
                for _ in 0..<times { StageFeature.nothing.perform { if $0 == .success { successes += 1 } } }
                consume(successes)
            },
            Case(name: "perform: nothing, requested first") { times in
                for _ in 0..<times { GatedFeature.nothing.request()?.perform() }
            },
        ]
    }

    private static var logged: Case {
        Case(name: "perform: nothing, logged to a handler that drops it") { times in
            for _ in 0..<times { StageFeature.nothing.perform() }
        }
    }

    /// Returns the growth of memory in bytes after a number of actions, measured with a full journal.
    private static func bytesLeft(of count: Int) -> Int {
        func perform(_ count: Int) {
            for _ in 0..<count {
                StageFeature.nothing.perform()
                StageFeature.end.perform()
            }
        }
        perform(10_000)
        let before = heap_bytes_in_use()
        perform(count / 2)
        return max(0, Int(heap_bytes_in_use()) - Int(before))
    }
}

final class Stage: FeatureGroup {
    static let description = "Has actions that do nothing"
    static var subfeatures: [FeatureDefinition.Type] { [StageFeature.self, GatedFeature.self] }
}

final class StageFeature: Feature {
    static let description = "Is always available"
    static let nothing = action(NoAction.self)
    static let end = action(EndAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(nothing)
        actions.declare(end)
    }
}

final class GatedFeature: ConditionalFeature {
    static let description = "Has to be requested"
    static let nothing = action(NoAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(nothing) }
}

final class EndAction: TerminatingAction {}
