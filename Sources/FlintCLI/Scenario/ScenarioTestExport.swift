// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintInspector
import FlintLocks
import FlintWorld

/// Observes a running scenario, and writes a test from its effects.
///
/// `ScriptRun` reports every performed action, console command and completed step. After each step, the export compares
/// the facts with those after the previous step. ``write(from:program:)`` then creates the file.
@MainActor
final class ScenarioTestExport {
    struct Options {
        let path: String
        let app: String?

        init(path: String, app: String?) throws(CommandLineError) {
            (self.path, self.app) = (path, app)
            guard SwiftFormatter.isTypeName(typeName), path.hasSuffix(".swift") else {
                throw .usage(
                    "\(CommandOutput.excerpt(path)) is not the name of a Swift type with the extension .swift. Write, for example, "
                        + "\"UnlockTests.swift\".")
            }
        }

        var typeName: String {
            let name = path.split(separator: "/").last ?? ""
            return String(name.hasSuffix(".swift") ? name.dropLast(6) : name)
        }
    }

    private let options: Options
    private let inspector: any Inspector
    private let lines: [String]
    private let start: ScenarioFacts
    private var present: ScenarioFacts
    private var parts: [ScenarioTest.Part] = []
    /// The console's commands since the last step, appended on any thread.
    private nonisolated let executed = Protected<[(Command, CommandResult)]>([])
    private var performed: [(ActionInvocation, CommandResult.Status)] = []
    /// The action for which a key press started a flow.
    ///
    /// The action is performed at the end of the flow.
    private var flowAction: ActionInvocation?
    private var lastEvent: UInt64
    private var lastLine = 0

    init(_ options: Options, of inspector: any Inspector, _ text: String) throws {
        self.options = options
        self.inspector = inspector
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        start = ScenarioFacts(try inspector.world(of: nil))
        present = start
        lastEvent = try inspector.events(after: 0).last?.id ?? 0
    }

    // MARK: Following

    func didPerform(_ invocation: ActionInvocation, _ status: CommandResult.Status) {
        performed.append((invocation, status))
    }

    nonisolated func didExecute(_ command: Command, _ result: CommandResult) {
        executed.withLock { $0.append((command, result)) }
    }

    private func takeCommands() {
        let commands = executed.withLock { commands in
            defer { commands = [] }
            return commands
        }
        for (command, result) in commands {
            if case .perform(let invocation) = command { performed.append((invocation, result.status)) }
            if case .beginFlow(_, let invocation?) = command { flowAction = invocation }
        }
    }

    func didPlay(_ step: ConsoleScript.Step) throws {
        takeCommands()
        let before = present
        if changesSomething(step) { present = ScenarioFacts(try inspector.world(of: nil)) }
        var statements: [ScenarioTest.Statement] = []
        let changes = present.changedFacts(since: before).map { ScenarioTest.Statement.set($0, present[$0]) }
        // Permission changes are answers to prompts and precede the action. All other changes are the action's effects.
        let answers = performed.isEmpty ? changes : changes.filter(\.isPermission)
        try recordEndOfFlow()
        // If a denied action led to prompts, its denial comes before the answers.
        let denials = performed.filter { $0.1 == .unavailable && performed.count > 1 }
        statements += denials.map { .perform($0.0, $0.1) }
        statements += answers
        statements += performed.filter { $0.1 != .unavailable || performed.count == 1 }.map { .perform($0.0, $0.1) }
        if !performed.isEmpty { statements += changes.filter { !$0.isPermission } }
        performed = []
        if case .feature(let name, let availability) = step.action {
            statements.append(.expect(feature: try Names.feature(name, in: inspector.readModel()).id, availability))
        } else {
            statements += present.changedFeatures(since: before).map {
                .expect(feature: $0, Expectations.Availability(present.availability[$0] ?? nil))
            }
        }
        parts.append(
            ScenarioTest.Part(
                line: step.line, comments: comments(above: step.line), source: source(step.line), statements: statements
            ))
        lastLine = step.line
    }

    private func recordEndOfFlow() throws {
        let events = try inspector.events(after: lastEvent)
        lastEvent = events.last?.id ?? lastEvent
        guard let invocation = flowAction, performed.isEmpty || performed.contains(where: { $0.1 == .unavailable })
        else {
            return
        }
        let ended = events.last { $0.kind == .actionCompleted && $0.action?.id == invocation.action }
        guard ended != nil else { return }
        performed.append((invocation, .done))
        flowAction = nil
    }

    private func changesSomething(_ step: ConsoleScript.Step) -> Bool {
        switch step.action {
        case .keys, .command: true
        case .size, .expect, .refuse, .save, .pause, .feature: false
        }
    }

    private func source(_ line: Int) -> String {
        lines.indices.contains(line - 1) ? String(lines[line - 1].drop(while: \.isWhitespace)) : ""
    }

    /// Returns the comments between the previous step and a line, except the introduction.
    private func comments(above line: Int) -> [String] {
        let first = lastLine == 0 ? introduction.count : lastLine
        return (first..<max(first, line - 1)).map { source($0 + 1) }.filter { $0.hasPrefix("#") }
            .map { String($0.drop { $0 == "#" || $0 == " " }) }
    }

    private var introduction: [String] {
        lines.prefix { $0.drop(while: \.isWhitespace).hasPrefix("#") }
            .map { line in String(line.drop { $0 == "#" || $0.isWhitespace }) }
    }

    // MARK: Writing

    func write(from file: String, program: String) throws {
        let world = try inspector.world(of: nil)
        guard let root = world.model.features.first, let group = world.detail(of: root.id) else {
            throw CommandLineError.refused("The app has no features to test.")
        }
        let expectsFeatures = lines.contains { $0.drop(while: \.isWhitespace).hasPrefix("expect-feature ") }
        let parts = parts.map { part in
            let isExpectation = source(part.line).hasPrefix("expect-feature ")
            let statements = part.statements.filter { statement in
                switch statement {
                case .set: true
                // Actions of the framework's own features are omitted.
                case .perform(let invocation, _): Self.isFeature(invocation.feature, below: root.id)
                // Explicit expectations take precedence. A recording has no expectations, so it expects the changes
                // that it observed.
                case .expect(let feature, _):
                    isExpectation || !expectsFeatures && Self.isFeature(feature, below: root.id)
                }
            }
            return ScenarioTest.Part(
                line: part.line, comments: part.comments, source: part.source, statements: statements)
        }
        let test = ScenarioTest(
            typeName: options.typeName, origin: .scenario, file: file, program: program, app: options.app,
            introduction: introduction,
            parts: parts, subject: subject(group, of: parts, in: world))
        try NewFile.write(try test.fileText(), to: options.path)
    }

    private static func isFeature(_ id: String, below root: String) -> Bool { id == root || id.hasPrefix(root + "/") }

    private func subject(
        _ root: FeatureSnapshot, of parts: [ScenarioTest.Part], in world: World
    ) -> ScenarioTest.Subject {
        var subject = ScenarioTest.Subject(root: root)
        subject.features[root.id] = root
        for product in world.model.products { subject.products[product.productID] = product }
        for statement in parts.flatMap(\.statements) {
            switch statement {
            case .perform(let invocation, _): Self.add(invocation.feature, of: world, to: &subject)
            case .expect(let feature, _): Self.add(feature, of: world, to: &subject)
            case .set: break
            }
        }
        for fact in subject.facts { subject.start[fact] = start[fact] }
        return subject
    }

    private static func add(_ id: String, of world: World, to subject: inout ScenarioTest.Subject) {
        guard subject.features[id] == nil, let feature = world.detail(of: id) else { return }
        subject.features[id] = feature
        for row in feature.requirements {
            if row.kind == .parent, let parent = row.key { add(parent, of: world, to: &subject) }
            guard let fact = row.factReference, !subject.facts.contains(fact) else { continue }
            subject.facts.append(fact)
            // The statement that sets the fact names the feature's type.
            if fact.kind == .userSetting || fact.kind == .runtimeSwitch { add(fact.key, of: world, to: &subject) }
        }
    }
}

extension ScenarioTest.Statement {
    fileprivate var isPermission: Bool { if case .set(let fact, _) = self { fact.kind == .permission } else { false } }
}

struct TestExportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a test to this new Swift file. The test's type is named after the file.", valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var exportTest: String?
    @Option(
        help: ArgumentHelp(
            "The Swift expression that creates the app in the test.",
            discussion: "Default: a GatingTest of the app's features.", valueName: "expression"))
    var testApp: String?

    init() {}

    func validate() throws {
        if testApp != nil, exportTest == nil { throw ValidationError("--test-app needs --export-test.") }
    }

    func options() throws(CommandLineError) -> ScenarioTestExport.Options? {
        guard let exportTest else { return nil }
        return try ScenarioTestExport.Options(path: exportTest, app: testApp)
    }
}
