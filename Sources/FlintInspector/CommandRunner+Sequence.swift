// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// Sequences of changes, which are applied completely or not at all.
extension CommandRunner {
    private static let namedChanges = 4

    /// Applies a change and returns whether it was saved, or `true` if changes are saved later.
    private func attempt(
        _ change: () throws(CommandError) -> CommandResult
    ) throws(CommandError) -> (result: CommandResult, isSaved: Bool) {
        // A separate log distinguishes this change's failures from earlier ones.
        let log = SaveLog()
        let outcome = SaveLog.$current.withValue(log) { () -> Result<CommandResult, CommandError> in
            Result { () throws(CommandError) in try change() }
        }
        SaveLog.current?.add(log)
        let result = try outcome.get()
        return (result, result.isPartial || !log.hasFailed)
    }

    /// Undoes the changes that precede a refused one.
    ///
    /// The result is a failure that lists the changes that could not be undone, with their inverse.
    ///
    /// - Throws: The reason for the refusal, if no change remains.
    private func takeBack(
        _ results: [CommandResult], because error: CommandError
    ) throws(CommandError) -> CommandResult {
        let remaining = results.reversed().filter { result in
            // A result without an inverse and without a change has no effect to undo.
            guard let inverse = result.inverse else { return result.change != nil }
            let undone = try? attempt { () throws(CommandError) in try restore(by: inverse) }
            return undone.map { !$0.isSaved || $0.result.status != .done } ?? true
        }
        guard !remaining.isEmpty else { throw error }
        let inverses = remaining.compactMap(\.inverse)
        let done = remaining.reversed().map(\.outcome).joined(separator: " ")
        return CommandResult(
            status: .failed, message: "\(error.message) Carried out before: \(done)",
            inverse: inverses.isEmpty ? nil : .sequence(inverses), isPartial: true)
    }

    /// Applies changes in order.
    ///
    /// If a change is refused, the previous changes are undone. If only some changes can be saved, the message and the
    /// inverse of the result cover only those.
    func change(inOrder commands: [Command]) throws(CommandError) -> CommandResult {
        var (results, unsaved): ([CommandResult], [CommandResult]) = ([], [])
        let areOverrides = commands.allSatisfy { if case .setOverride = $0 { true } else { false } }
        var refusal: CommandError?
        let effect = runtime.perform(reading: []) {
            do throws(CommandError) {
                for command in commands {
                    let (result, isSaved) = try attempt { () throws(CommandError) in
                        try change(command, mentionsEffect: !areOverrides)
                    }
                    // Even a failed change can have been carried out in part.
                    if result.status == .done || result.inverse != nil {
                        if isSaved { results.append(result) } else { unsaved.append(result) }
                    }
                    guard result.status == .done else { throw CommandError(result.outcome) }
                }
            } catch {
                refusal = error
            }
        }
        if let refusal { return try takeBack(results + unsaved, because: refusal) }
        let isPartial = !results.isEmpty && !unsaved.isEmpty
        var result = combined(results.isEmpty ? unsaved : results, areOverrides: areOverrides, effect: effect)
        result.isPartial = isPartial
        return result
    }

    private func combined(_ results: [CommandResult], areOverrides: Bool, effect: CommandEffect?) -> CommandResult {
        // The last change is undone first.
        let inverses = results.reversed().compactMap(\.inverse)
        let inverse: Command? = inverses.isEmpty ? nil : .sequence(inverses)
        // A result without a change, such as the removal of a missing override, is listed only if no result has one.
        let changes = areOverrides ? results.compactMap(\.change) : []
        let rest = (changes.isEmpty ? results.count : changes.count) - Self.namedChanges
        guard !changes.isEmpty else {
            let sentences = results.prefix(Self.namedChanges).map(\.message) + (rest > 0 ? ["And \(rest) more."] : [])
            return CommandResult(status: .done, message: sentences.joined(separator: " "), inverse: inverse)
        }
        let parts =
            changes.prefix(Self.namedChanges).flatMap(\.parts)
            + (rest > 0 ? [CommandChange.Part("and \(rest) more")] : [])
        return CommandResult(done: CommandChange(parts, effect: effect), inverse: inverse)
    }
}
