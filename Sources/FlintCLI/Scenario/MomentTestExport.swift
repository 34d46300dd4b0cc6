// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintWorld

/// Writes a test from an event: the facts that decided it, and the availability of the features that it affects.
///
/// The event is an action, a denied request, or a changed fact. For a changed fact, the test first sets the facts to
/// their values before the event, and then changes the fact.
@MainActor
struct MomentTestExport {
    private let event: EventRecord
    private let after: World
    private let before: World?
    private let sourceName: String
    private let isRecorded: Bool

    /// Reads an event of an app, or of the recording whose path is `place`.
    ///
    /// The inspector must show the moment after the event.
    init(
        _ number: UInt64, at inspector: any Inspector, in place: String, isRecorded: Bool
    ) throws {
        guard let event = Self.event(number, in: try inspector.events(after: 0)) else {
            throw CommandLineError.usage("There is no event \(number), or the app no longer retains it.")
        }
        func moment(_ number: UInt64) throws -> World? {
            do {
                return try inspector.moment(at: number).world(of: nil)
            } catch is MomentError {
                return nil
            }
        }
        (self.event, self.sourceName, self.isRecorded) = (event, place, isRecorded)
        after = try (event.id == number ? nil : moment(event.id)) ?? inspector.world(of: nil)
        before = try moment(event.id - 1)
    }

    private static func event(_ number: UInt64, in events: [EventRecord]) -> EventRecord? {
        guard number > 0, let event = events.first(where: { $0.id == number }) else { return nil }
        // The availability of an action's feature is decided when the action begins.
        guard case .actionCompleted(let end, _, _) = event.content else { return event }
        return events.last { $0.kind == .actionBegan && $0.execution?.request == end.request && $0.id < number }
            ?? event
    }

    static func outcome(
        of event: UInt64, at moment: any Inspector, in recording: String?, to path: String, app: String, program: String
    ) -> FileOutcome {
        do {
            let options = try ScenarioTestExport.Options(path: path, app: nil)
            let export = try MomentTestExport(event, at: moment, in: recording ?? app, isRecorded: recording != nil)
            return .complete(try export.write(options, program: program))
        } catch {
            return .failed((error as? CommandLineError)?.message ?? String(describing: error))
        }
    }

    // MARK: Writing

    func write(_ options: ScenarioTestExport.Options, program: String) throws(CommandLineError) -> String {
        guard let root = after.model.features.first, let group = after.detail(of: root.id) else {
            throw .refused("The app has no features to test.")
        }
        let features = concerned.filter { $0 == root.id || $0.hasPrefix(root.id + "/") }
        guard !features.isEmpty else { throw .refused(noDecision) }
        var subject = ScenarioTest.Subject(root: group)
        for product in after.model.products { subject.products[product.productID] = product }
        var parts: [ScenarioTest.Part] = []
        var start = after
        let change = event.change?.fact.key
        if change != nil, let before {
            start = before
            try add(features, at: before, to: &subject)
            parts.append(part("Before the event", expecting: features, at: before))
        }
        let changed = try add(features, at: after, to: &subject)
        var statements: [ScenarioTest.Statement] = []
        if let change, !parts.isEmpty, changed.contains(change), let fact = FactReference(change) {
            statements = [.set(fact, Self.value(of: change, at: after))]
        }
        for fact in subject.facts {
            guard let key = start.model.key(of: fact) else { continue }
            subject.start[fact] = Self.value(of: key, at: start)
        }
        let last = part(event.title, expecting: features, at: after)
        parts.append(.init(line: 0, comments: [], source: last.source, statements: statements + last.statements))
        let test = ScenarioTest(
            typeName: options.typeName, origin: .event(event.id, isRecorded: isRecorded), file: sourceName,
            program: program,
            app: options.app,
            introduction: [summary], parts: parts, subject: subject)
        try NewFile.write(try test.fileText(), to: options.path)
        return "The test sets \(subject.facts.count.counted("fact")) and expects the availability of "
            + "\(features.count.counted("feature"))."
    }

    private var summary: String { event.title.hasSuffix(".") ? event.title : event.title + "." }

    private var concerned: [String] {
        switch event.content {
        case .actionBegan(let execution), .actionCompleted(let execution, _, _): [execution.action.featureID]
        case .requestDenied(let action, _): [action.featureID]
        case .factChanged(let change): change.features.map(\.featureID)
        case .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded, .identifierChanged, .advisory: []
        }
    }

    private var noDecision: String {
        "Event \(event.id) decides no feature's availability: \(CommandOutput.excerpt(event.title)). Choose an action, a "
            + "denied request, or a change of a fact with features in \"timeline\"."
    }

    @discardableResult
    private func add(
        _ features: [String], at moment: World, to subject: inout ScenarioTest.Subject
    ) throws(CommandLineError) -> Set<FactKey> {
        var all: Set<FactKey> = []
        for id in features {
            let facts = moment.decidingFacts(of: id).facts
            all.formUnion(facts)
            for fact in facts.compactMap({ FactReference($0) }) where !subject.facts.contains(fact) {
                subject.facts.append(fact)
            }
            // The statement that sets a setting or a switch names the type of its feature.
            let owners = facts.compactMap { $0.feature?.description }
            for name in [id] + owners { subject.features[name] = moment.detail(of: name) }
        }
        return all
    }

    private func part(_ source: String, expecting features: [String], at moment: World) -> ScenarioTest.Part {
        ScenarioTest.Part(
            line: 0, comments: [], source: source,
            statements: features.map {
                .expect(feature: $0, Expectations.Availability(moment.verdict(of: $0).boolValue))
            })
    }

    /// Returns the value of a fact as commands spell it, or `nil` for an unknown setting, switch, or flag.
    private static func value(of key: FactKey, at moment: World) -> String? {
        let value = Condition.effectiveValue(of: key) { moment.fact($0) } ?? key.unreportedValue
        return value.currentPlatform?.description ?? value.knownText(of: key)
    }
}
