// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation
import FlintWorld

/// Applies commands that set and remove overrides.
///
/// Every change is recorded with the sender as its cause and can be undone. If the app does not allow overrides, every
/// command is refused.
struct OverrideCommandHandler {
    /// The parameters of an override, in the engine's terms.
    ///
    /// If ``value`` is `nil`, the override is removed.
    private struct OverrideChange {
        let key: FactKey
        let value: FactValue?
        var reason: String?
        var expiry: OverrideExpiry?
        /// The source of a restored override, or `nil` for the sender of the command.
        var source: Cause?
        /// The date of a saved override, or `nil` for the current date.
        var since: Date?
    }

    private let app: RunningApp
    private var runtime: FlintRuntime { app.runtime }
    private let cause: Cause
    private let persistence: OverridePersistence?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - app: The app whose facts are overridden.
    ///   - cause: The recorded cause of changes.
    ///   - persistence: The object that saves overrides, or `nil` if overrides are not saved.
    init(_ app: RunningApp, cause: Cause, persistence: OverridePersistence? = nil) {
        self.app = app
        self.cause = cause
        self.persistence = persistence
    }

    /// Performs a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - mentionsEffect: Whether the message about a single override describes its effect on features.
    /// - Returns: The result, with the inverse command.
    /// - Throws: ``CommandError`` if the command is refused.
    func run(_ command: Command, mentionsEffect: Bool = true) throws(CommandError) -> CommandResult {
        guard runtime.facts.allowsOverrides else { throw CommandError(RuntimeInspector.overrideRefusal) }
        return switch command {
        case .removeAllOverrides: clear(nil)
        case .removeOverridesOfKind(let kind): clear(kind)
        case .restoreOverrides(let records): restore(records)
        case .setOverride(let fact, let override):
            apply(try change(override, of: fact), mentionsEffect: mentionsEffect)
        case .undo, .redo, .sequence, .restoreDevice, .restartApp, .beginSession, .setUserSetting, .setFlag,
            .setPermission, .setPurchase, .store, .focus, .perform, .openURL, .beginFlow, .answerFlow,
            .setBackgroundWork, .savePersona, .setPersona:
            throw CommandError("This cannot be done through an override.")
        }
    }

    /// Applies a saved override without computing its effect.
    ///
    /// - Parameters:
    ///   - record: The override.
    ///   - since: The date of the override, or `nil` if it is unknown.
    /// - Throws: ``CommandError`` if the fact is unknown, or cannot have the value.
    func install(_ record: OverrideRecord, since: Date?) throws(CommandError) {
        var change = try change(record.override, of: record.identity)
        change.since = since
        install(change)
    }

    @discardableResult
    private func install(_ overlay: OverrideChange) -> FactChange? {
        runtime.facts.setOverride(
            overlay.value, for: overlay.key, reason: overlay.reason, expiry: overlay.expiry,
            source: overlay.source, since: overlay.since, cause: cause)
    }

    // MARK: One override

    private func change(_ override: Override?, of fact: FactReference) throws(CommandError) -> OverrideChange {
        guard let override else { return OverrideChange(key: try app.key(of: fact), value: nil) }
        let (key, value, expiry) = try app.checked(override, of: fact)
        let reason = override.reason.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        return OverrideChange(
            key: key, value: value, reason: reason, expiry: expiry,
            source: override.source.map(Cause.init(rawValue:)))
    }

    private func apply(_ overlay: OverrideChange, mentionsEffect: Bool = true) -> CommandResult {
        let key = overlay.key
        let before = runtime.facts[key]?.override
        let changes = install(overlay)?.availabilityChanges ?? []
        let title = runtime.title(of: key)
        let words = runtime.facts[key]?.effective.displayText(for: key) ?? ""
        if overlay.value == nil, before == nil {
            return CommandResult(status: .done, message: "\(title) was not overridden; it is \(words).")
        }
        let duration = overlay.expiry?.displayText(at: Date()) ?? OverrideExpiry.untilRemovedText
        let text = overlay.value == nil ? "override removed, \(words)" : "overridden, \(words) \(duration)"
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part(title, text)], effect: mentionsEffect ? runtime.effect(of: changes) : nil),
            inverse: command(restoring: before, of: key))
    }

    /// Returns the command that restores the fact's previous override, or that removes the current override if there
    /// was no previous one.
    private func command(restoring override: FactOverride?, of key: FactKey) -> Command? {
        guard let fact = FactReference(key) else { return nil }
        var record = override.flatMap { OverrideRecord(key: key, override: $0)?.override }
        // The source is omitted if it is the sender.
        if override?.cause == cause { record?.source = nil }
        return .setOverride(fact, record)
    }

    // MARK: Many overrides

    private func clear(_ kind: FactKind?) -> CommandResult {
        let all = runtime.facts.overrideRecords.sorted { $0.sortKey < $1.sortKey }
        let dropped = kind.map { kind in all.filter { $0.kind == kind } } ?? all
        let (facts, cause) = (runtime.facts, cause)
        func removal() {
            if let kind {
                facts.removeOverrides(of: kind, cause: cause)
            } else {
                facts.removeAllOverrides(cause: cause)
            }
        }
        // The file may contain further overrides, from other processes or for unknown facts. They are removed too.
        var others = 0
        if let persistence {
            others = persistence.clear(kind, present: dropped, removal)
        } else {
            removal()
        }
        let count = dropped.count + others
        let what = kind.map { " of \($0.pluralTitle)" } ?? ""
        return CommandResult(
            status: .done,
            message: count == 0 ? "There were no overrides\(what)." : "Removed \(count.counted("override"))\(what).",
            inverse: dropped.isEmpty ? nil : .restoreOverrides(dropped))
    }

    /// Applies overrides individually, so that an override of an unknown fact does not prevent the others.
    private func restore(_ records: [OverrideRecord]) -> CommandResult {
        let before = runtime.facts.overrides
        var problems: [String] = []
        var inverses: [Command] = []
        for record in records {
            do throws(CommandError) {
                let result = apply(try change(record.override, of: record.identity))
                if let inverse = result.inverse { inverses.append(inverse) }
            } catch {
                problems.append(error.message)
            }
        }
        let message = "Restored \((records.count - problems.count).counted("override"))."
        // If there were other overrides before, undo must revert each restored override separately.
        let inverse: Command? =
            inverses.isEmpty ? nil : before.isEmpty ? .removeAllOverrides : .sequence(inverses.reversed())
        return CommandResult(
            status: problems.isEmpty ? .done : .failed, message: ([message] + problems).joined(separator: " "),
            inverse: inverse)
    }
}
