// SPDX-License-Identifier: MIT

import FlintFoundation

extension ActionStackTracker: DebugReportable {
    /// Writes the open stacks to a file.
    ///
    /// Each stack is nested in the stack in which it began.
    ///
    /// - Parameters:
    ///   - folder: An existing folder for the file.
    ///   - options: The options, which determine whether only user-initiated actions are included and whether the file
    ///     is `action_stacks.json` or `action_stacks.txt`.
    /// - Throws: ``DebugReportError`` if the file cannot be written.
    public func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        let stacks = allActionStacks()
        let open = Set(stacks.map(ObjectIdentifier.init))
        let outermost = stacks.filter { $0.parent.map { !open.contains(ObjectIdentifier($0)) } ?? true }
        let reports = outermost.compactMap { StackReport($0, byUserOnly: options.contains(.userInitiatedOnly)) }
        if options.contains(.machineReadableFormat) {
            try ReportFile.write(json: reports, named: "action_stacks.json", in: folder)
        } else {
            let lines = reports.flatMap { $0.lines(indent: "") }.map { $0.withControlsEscaped + "\n" }
            try ReportFile.write(lines.joined(), named: "action_stacks.txt", in: folder)
        }
    }
}

private struct StackReport: Encodable {
    struct Step: Encodable {
        let date: String
        let userInitiated: Bool
        let action: String?
        let input: String?
        let source: String?
        let stack: StackReport?

        private enum CodingKeys: String, CodingKey {
            case date, action, input, source, stack
            case userInitiated = "user_initiated"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, date, session, feature, open, entries
        case userInitiated = "user_initiated"
    }

    let id: String
    let date: String
    let session: String
    let feature: String
    let userInitiated: Bool
    let open: Bool
    let entries: [Step]

    init?(_ stack: ActionStack, byUserOnly: Bool) {
        id = stack.id
        date = ReportDate.string(from: stack.startDate)
        session = stack.sessionName
        feature = stack.metadata.path.description
        userInitiated = stack.userInitiated
        open = stack.isOpen
        entries = stack.withEntries { $0 }.compactMap { entry in
            let date = ReportDate.string(from: entry.startDate)
            switch entry.content {
            case .action(let record):
                guard record.userInitiated || !byUserOnly else { return nil }
                return Step(
                    date: date, userInitiated: record.userInitiated, action: record.actionID,
                    input: record.inputDescription, source: record.source.rawValue, stack: nil)
            case .substack(let inner):
                guard let report = StackReport(inner, byUserOnly: byUserOnly) else { return nil }
                return Step(
                    date: date, userInitiated: inner.userInitiated, action: nil, input: nil, source: nil,
                    stack: report)
            }
        }
        if entries.isEmpty { return nil }
    }

    func lines(indent: String) -> [String] {
        let by = userInitiated ? "[User] " : ""
        return ["\(indent)#\(id) \(by)\(feature), session \(session), since \(date)\(open ? "" : ", closed")"]
            + entries.flatMap { step in
                if let stack = step.stack { return stack.lines(indent: indent + "  ") }
                let by = step.userInitiated ? "[User] " : ""
                let input = step.input.map { " (\($0))" } ?? ""
                return ["\(indent)  \(step.date): \(by)\(step.action ?? "")\(input) from \(step.source ?? "")"]
            }
    }
}
