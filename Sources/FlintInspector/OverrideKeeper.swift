public import FlintCore
import InspectorKit

/// Puts saved overrides in force at the start, and saves every change of an override at once.
public final class OverrideKeeper: Sendable {
    private struct State {
        var token: ObservationToken?
        var problem: String?
    }

    private let file: OverrideFile
    private let runtime: FlintRuntime
    private let state = Protected(State())

    /// Creates a keeper of a runtime's overrides.
    public init(file: OverrideFile, runtime: FlintRuntime) {
        self.file = file
        self.runtime = runtime
    }

    /// Why the latest change could not be saved, or `nil` if it was.
    public var problem: String? { state.withLock { $0.problem } }

    /// Reads the file, puts its overrides in force and starts saving.
    ///
    /// Overrides of things the app does not know stay in the file, in case another version of the app knows them.
    ///
    /// - Returns: What was wrong, one sentence each.
    public func start() -> [String] {
        let loaded = file.load()
        var problems = [loaded.problem].compactMap { $0 }
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: .saved))
        for record in loaded.overrides {
            if let problem = inspector.apply(record) {
                problems.append("The state file \(file.path) overrides something unknown: \(problem)")
            }
        }
        for problem in problems { runtime.advise(problem) }
        let token = runtime.facts.observe { [weak self] change in
            if change.layer == .override { self?.save(change) }
        }
        state.withLock { $0.token = token }
        return problems
    }

    /// Drops whatever the file still holds.
    ///
    /// - Returns: How many overrides that were.
    func clear() -> Int {
        // A file that holds nothing, or is not there, is left as it is.
        guard !file.load().overrides.isEmpty else { return 0 }
        var count = 0
        save { records in
            count = records.count
            records = []
        }
        return count
    }

    private func save(_ change: FactChange) {
        let kind = OverrideRecord.Kind(change.key)
        let key = change.key.inspectorKey
        let record = change.after.override.flatMap { OverrideRecord(key: change.key, value: $0.value) }
        guard let kind else { return }
        save { records in
            records.removeAll { $0.kind == kind && $0.key == key }
            if let record { records.append(record) }
        }
    }

    /// Changes the file, and reports it once if that cannot be done.
    private func save(_ body: (inout [OverrideRecord]) -> Void) {
        do throws(StateFileError) {
            try file.update(body)
            state.withLock { $0.problem = nil }
        } catch {
            let isNew = state.withLock { state in
                defer { state.problem = error.description }
                return state.problem != error.description
            }
            if isNew { runtime.advise(error.description) }
        }
    }
}

extension OverrideRecord.Kind {
    /// The kind of record that keeps the override of a fact, or `nil` if none does.
    fileprivate init?(_ key: FactKey) {
        switch key {
        case .purchase: self = .purchase
        case .permission: self = .permission
        case .userToggle: self = .toggle
        case .runtimeSwitch: self = .runtimeSwitch
        case .featureFlag: self = .flag
        case .platform: self = .platform
        case .pastPurchases: return nil
        }
    }
}

extension RuntimeInspector {
    /// Puts one override in force and returns what is wrong with it, if something is.
    fileprivate func apply(_ record: OverrideRecord) -> String? {
        let command: Command
        do throws(CommandError) {
            command = try record.overridingCommand
        } catch {
            return error.message
        }
        let message = Protected<String?>(nil)
        send(command) { result in
            if result.status != .done { message.withLock { $0 = result.message } }
        }
        return message.withLock { $0 }
    }
}
