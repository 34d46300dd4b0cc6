// SPDX-License-Identifier: MIT

import FlintWorld

/// A scenario or an event as the source code of a test for Swift Testing.
///
/// The test checks features, not screens. Each step becomes the changes to facts that it caused, the actions that it
/// performed and the availability to expect. Changes that do not affect the tested features become comments.
struct ScenarioTest {
    enum Origin {
        case scenario
        case event(UInt64, isRecorded: Bool)
    }

    enum Statement {
        case set(FactReference, String?)
        case perform(ActionInvocation, CommandResult.Status)
        case expect(feature: String, Expectations.Availability)
    }

    struct Part {
        /// The line's number in the scenario, from 1, or 0 in the test of an event.
        let line: Int
        let comments: [String]
        let source: String
        let statements: [Statement]
    }

    struct Subject {
        var root: FeatureSnapshot
        var products: [String: ProductSnapshot] = [:]
        var features: [String: FeatureSnapshot] = [:]
        /// The facts that the features depend on, in the order of their first use.
        var facts: [FactReference] = []
        var start: [FactReference: String] = [:]
    }

    let typeName: String
    let origin: Origin
    let file: String
    let program: String
    /// The Swift expression that creates the app, or `nil` for a `GatingTest` with the app's features.
    let app: String?
    let introduction: [String]
    let parts: [Part]
    let subject: Subject

    // MARK: Text

    func fileText() throws(CommandLineError) -> String {
        var body: [String] = []
        var isAfterNote = false
        for part in parts {
            let lines = try lines(of: part)
            let isNote = part.comments.isEmpty && Self.isNote(lines)
            // Successive notes form one block without blank lines.
            if !body.isEmpty, !(isNote && isAfterNote) { body.append("") }
            body += lines
            isAfterNote = Self.isNote(lines)
        }
        // Without statements, the test would always pass.
        guard !Self.isNote(body) else {
            throw .refused(
                "\(CommandOutput.excerpt(file)) has no steps or expectations for the app's features, so there is "
                    + "nothing to test. Add a step such as \"expect-feature FEATURE available\".")
        }
        guard let root = SwiftFormatter.type(subject.root.typeName) else {
            throw .refused("\(subject.root.name) is private, so a test cannot use it. Make it internal.")
        }
        let statements = try initialStatements().map { "        " + $0 }
        let awaits = body.contains { $0.contains("await ") }
        let tries = app?.contains("try ") == true || (statements + body).contains { $0.contains("try ") }
        var lines = [
            "// Written by \"\(program) \(command) --export-test \(typeName).swift\".", "",
            "import FlintCore", "import FlintTesting", "import Testing", "", "@testable import \(root.module)", "",
        ]
        lines += documentation
        lines.append("struct \(typeName) {")
        lines += constants
        lines.append("    @Test func `\(title)`()\(awaits ? " async" : "")\(tries ? " throws" : "") {")
        lines.append("        let app = \(app ?? "GatingTest(\(root.name).self)")")
        lines += statements
        if !body.isEmpty { lines.append("") }
        lines += body.map { $0.isEmpty ? "" : "        " + $0 }
        lines += ["    }", "}"]
        return lines.joined(separator: "\n") + "\n"
    }

    private var command: String {
        switch origin {
        case .scenario: "run \(testName).\(suffix)"
        case .event(let number, let isRecorded):
            "timeline \(isRecorded ? fileName + " " : "")--at \(number)"
        }
    }

    /// The type's documentation, with the introduction's first sentence as the summary.
    private var documentation: [String] {
        let text = TextFormat.lineComment.escaped(introduction.joined(separator: " "))
        guard !text.isEmpty else { return ["/// The scenario \(testName).\(suffix)."] }
        let words = text.split(separator: " ")
        let end = words.firstIndex { $0.last == "." }.map { $0 + 1 } ?? words.count
        let rest = Self.wrapped(words[end...])
        return Self.wrapped(words[..<end]) + (rest.isEmpty ? [] : ["///"] + rest)
    }

    private static func wrapped(_ words: ArraySlice<Substring>) -> [String] {
        var lines: [String] = []
        for word in words {
            if let line = lines.last, line.count + word.count < 120 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append("/// " + word)
            }
        }
        return lines
    }

    private var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
    private var suffix: String { fileName.split(separator: ".").last.map(String.init) ?? "" }
    private var testName: String { String(fileName.dropLast(suffix.count + 1)) }

    /// The name of the test, without characters that are not valid in a raw identifier.
    private var title: String {
        let words = (testName.isEmpty ? fileName : testName).map { $0.isLetter || $0.isNumber ? $0 : " " }
        let title = String(words).split(separator: " ").joined(separator: " ")
        return switch origin {
        case .scenario: title.isEmpty ? "scenario" : title
        case .event(let number, _): title.isEmpty ? "event \(number)" : "event \(number) of \(title)"
        }
    }

    // MARK: Products

    private var productNames: [String: String] {
        var names: [String: String] = [:]
        for product in products {
            names[product.productID] = SwiftFormatter.identifier(for: product.name, avoiding: Set(names.values))
        }
        return names
    }

    private var products: [ProductSnapshot] {
        subject.facts.filter { $0.kind == .purchase && isSet($0) }.compactMap { subject.products[$0.key] }
    }

    private var constants: [String] {
        let names = productNames
        let lines = products.flatMap { product in
            [
                "    private let \(names[product.productID] ?? "") = \(SwiftFormatter.productType(product.type))(",
                "        name: \(TextFormat.swift.escaped(product.name)), productID: "
                    + "\(TextFormat.swift.escaped(product.productID)))",
            ]
        }
        return lines.isEmpty ? [] : lines + [""]
    }

    private func isSet(_ fact: FactReference) -> Bool {
        if let value = subject.start[fact], isStated(fact, value) { return true }
        return parts.contains { part in
            part.statements.contains { if case .set(fact, _) = $0 { true } else { false } }
        }
    }

    // MARK: Statements

    private func initialStatements() throws(CommandLineError) -> [String] {
        var lines: [String] = []
        for fact in subject.facts {
            guard let value = subject.start[fact], isStated(fact, value) else { continue }
            lines.append(try line(setting: fact, to: value, at: 0))
        }
        return lines
    }

    private func isStated(_ fact: FactReference, _ value: String) -> Bool {
        switch origin {
        // The test of an event sets few facts, and together they state the reason for the outcome.
        case .event: true
        // The test of a scenario omits the values of a new user.
        case .scenario: value != Self.initialValue(of: fact.kind)
        }
    }

    private static func initialValue(of kind: FactKind) -> String? {
        if kind.isOwn { return PurchaseStatus.unknown.rawValue }
        return switch kind {
        case .purchase: PurchaseStatus.notPurchased.rawValue
        case .permission: PermissionStatus.notDetermined.rawValue
        default: nil
        }
    }

    private func lines(of part: Part) throws(CommandLineError) -> [String] {
        var lines = part.comments.map { "// " + TextFormat.lineComment.escaped($0) }
        let source = TextFormat.lineComment.escaped(part.source)
        var statements: [String] = []
        for statement in part.statements {
            switch statement {
            case .set(let fact, let value):
                guard subject.facts.contains(fact) else { continue }
                statements.append(try line(setting: fact, to: value, at: part.line))
            case .perform(let invocation, let status):
                statements += try self.lines(performing: invocation, status, at: part.line)
            case .expect(let feature, let availability):
                let type = try type(feature, at: part.line)
                // If the expectation fails, the message explains the feature.
                let reason = availability == .available ? "\"\\(app.explanation(of: \(type)))\"" : nil
                statements += Self.fitted("#expect", Self.condition(type, availability), reason)
            }
        }
        lines.append(statements.isEmpty ? "// Not part of this test: \(source)" : "// \(source)")
        return lines + statements
    }

    private static func isNote(_ lines: [String]) -> Bool { lines.allSatisfy { $0.isEmpty || $0.hasPrefix("//") } }

    private func line(setting fact: FactReference, to value: String?, at line: Int) throws(CommandLineError) -> String {
        let isOn = value.map { $0 == "on" ? "true" : "false" } ?? "nil"
        switch FactKey(fact) {
        case .purchase?:
            let member = SwiftFormatter.member(value ?? PurchaseStatus.unknown.rawValue)
            return "app.set(\(productNames[fact.key] ?? fact.key), to: \(member))"
        case .permission(let permission)?:
            return
                "app.set(\(SwiftFormatter.permission(permission)), to: \(SwiftFormatter.member(value ?? "not-determined")))"
        case .userSetting?: return "app.setUserSetting(of: \(try type(fact.key, at: line)), to: \(isOn))"
        case .runtimeSwitch?: return "app.setEnabled(\(try type(fact.key, at: line)), to: \(isOn))"
        case .featureFlag?:
            let key = TextFormat.swift.escaped(fact.key)
            // The value is unknown: no provider decides the flag.
            guard value != nil else {
                return "_ = app.flags.clearFeature(feature: FeatureFlag(key: \(key) as FeatureKey))"
            }
            return "app.set(\(key), to: \(isOn))"
        case .platform?:
            guard let platform = value.flatMap({ SwiftFormatter.platform($0) }) else {
                throw refusal("the platform \(value ?? "") is not supported by this program", at: line)
            }
            return "app.platform(\(platform))"
        case .own(let description)?:
            let kind = description.kind == .fact ? "" : ", of: \(TextFormat.swift.escaped(description.kind.rawValue))"
            let value = value.map { TextFormat.swift.escaped($0) } ?? "nil"
            return "try app.setFact(\(TextFormat.swift.escaped(fact.key))\(kind), to: \(value))"
        case .pastPurchases?, nil:
            throw refusal("the \(fact.kind.title) \(fact.key) is not supported by this program", at: line)
        }
    }

    private func lines(
        performing invocation: ActionInvocation, _ status: CommandResult.Status, at line: Int
    ) throws(CommandLineError) -> [String] {
        let feature = subject.features[invocation.feature]
        let action = feature?.actions.first { $0.id == invocation.action }
        // A denied action does not need a presenter.
        if app == nil, status != .unavailable, let presenter = action?.presenter {
            throw refusal(
                "\(action?.name ?? invocation.action) uses the presenter \(presenter), which the test has to provide. "
                    + "Pass an expression that creates the app with --test-app, such as "
                    + "\"GatingTest(AppFeatures.self, router: AppRouter())\"", at: line)
        }
        var arguments = TextFormat.swift.escaped(action?.name ?? invocation.action)
        arguments += ", of: \(try type(invocation.feature, at: line))"
        if !invocation.input.isEmpty { arguments += ", input: \(SwiftFormatter.literal(invocation.input))" }
        let outcome =
            switch status {
            case .done: "== .success"
            case .unavailable: "== nil"
            case .failed: "!= .success"
            }
        return Self.fitted("#expect", "await app.perform(\(arguments)) \(outcome)", nil)
    }

    private static func condition(_ type: String, _ availability: Expectations.Availability) -> String {
        switch availability {
        case .available: "app.isAvailable(\(type))"
        case .unavailable: "app.availability(of: \(type)) == .false"
        case .undetermined: "app.availability(of: \(type)) == .unknown"
        }
    }

    private static func fitted(_ function: String, _ condition: String, _ comment: String?) -> [String] {
        // In the test, the line is indented by eight columns and must not exceed 120.
        let width = 112
        if let comment {
            let whole = "\(function)(\(condition), \(comment))"
            if whole.count <= width { return [whole] }
        }
        let line = "\(function)(\(condition))"
        return line.count <= width ? [line] : ["\(function)(", "    \(condition))"]
    }

    private func type(_ feature: String, at line: Int) throws(CommandLineError) -> String {
        guard feature == subject.root.id || feature.hasPrefix(subject.root.id + "/") else {
            throw refusal("\(feature) is not one of the features of \(subject.root.name)", at: line)
        }
        guard let reflected = subject.features[feature]?.typeName, let type = SwiftFormatter.type(reflected) else {
            throw refusal("\(feature) is private, so a test cannot use it. Make it internal", at: line)
        }
        return type.name + ".self"
    }

    private func refusal(_ reason: String, at line: Int) -> CommandLineError {
        let position =
            switch origin {
            case .scenario: line > 0 ? "line \(line)" : "at the start"
            case .event(let number, _): "event \(number)"
            }
        return .refused("\(CommandOutput.excerpt(file)), \(position): \(reason).")
    }
}
