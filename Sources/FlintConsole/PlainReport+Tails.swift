import InspectorKit

extension PlainReport {
    /// The open action stacks with their latest steps, each under the session and the stack it began in.
    ///
    /// ```
    /// Stacks
    ///   session main
    ///     Podcast playback, stack #1, 2 steps since 12:03:41
    ///       12:03:41 play (Fog signals)
    ///       12:03:55 pause
    /// ```
    static func stacks(_ snapshot: Snapshot, offset: Int) -> [String] {
        let rows = StackRows.rows(snapshot.stacks, filter: Filter())
        guard !rows.isEmpty else { return [] }
        return ["", "Stacks"]
            + rows.flatMap { row -> [String] in
                guard case .stack(_, let index, let depth, _) = row else {
                    if case .session(let name) = row { return ["  session \(name)"] }
                    return []
                }
                let stack = snapshot.stacks[index]
                let indent = String(repeating: "  ", count: 2 + min(depth, 20))
                let since = DateWords.second(of: stack.started, offset: offset)
                let title = "\(stack.featureName), stack #\(stack.id), \(StackDetail.count(stack.stepCount))"
                return ["\(indent)\(title) since \(since)"]
                    + stack.steps.suffix(5).compactMap { step in
                        guard case .action(let name, let input, _) = step.content else { return nil }
                        let words = input.map { $0.isEmpty ? name : "\(name) (\($0))" } ?? name
                        return "\(indent)  \(DateWords.second(of: step.date, offset: offset)) \(words)"
                    }
            }
    }

    /// The latest lines of the app's log.
    static func logs(_ lines: ArraySlice<LogLine>, offset: Int) -> [String] {
        guard !lines.isEmpty else { return [] }
        return ["", "Logs"]
            + lines.map { line in
                let time = DateWords.second(of: line.date, offset: offset)
                return "  \(time) \(line.level.rawValue) \(line.topic ?? line.label): \(line.text)"
            }
    }
}
