import FlintCore
import Foundation
import Testing

/// The timeline, the journal, action stacks and debug reports.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `Timeline.instance.entries` and the properties of an entry | “the timeline records the beginning and completion of an action” |
/// | `hideFromTimeline`, `TimelineFeature.isEnabled` | “hidden actions are not recorded” |
/// | `FlintRuntime.current.journal`: `events`, `observe(_:)`, `capacity` | “denied requests are in the journal” |
/// | `context.perform(_:input:presenter:)` in an action | ``OpenShedAction`` |
/// | an action's own `queue` and `defaultSession` | ``RingBellAction`` |
/// | `ActionStackTracker.instance`: `actionStack(for:)`, `allActionStacks()`, `dumpActionStacks()` | “a nested action begins a substack” |
/// | an `ActionStack` and its entries: `parent`, `first`, `withEntries`, `.action`, `.substack` | “a nested action begins a substack” |
/// | `ActionStacksFeature.isEnabled` | “action stacks can be disabled” |
/// | `DebugReportable`, `DebugReporting.add`, `remove`, `eachReportable` | ``Inventory``, “an app contributes to debug reports” |
/// | `DebugReporting.gatherReportZip(options:)`, `Flint.gatherReportZip(options:)` with both options | “a debug report is one file” |
@MainActor
struct TimelineTests {
    private func inShed(_ body: () throws -> Void) throws {
        try inGrounds {
            Flint.register(ShedFeature.self)
            Flint.register(ToolsFeature.self)
            try body()
        }
    }

    @Test func `the timeline records the beginning and completion of an action`() throws {
        try inShed {
            ToolsFeature.take.perform(withInput: "rake")
            ToolsFeature.take.perform(withInput: "plough")
            let entries = Timeline.instance.entries
            #expect(
                entries.map(\.description) == [
                    "main: began Take Tool of Tools", "main: completed Take Tool of Tools, success",
                    "main: began Take Tool of Tools", "main: completed Take Tool of Tools, failure: NoSuchTool()",
                ])
            #expect(entries.map(\.kind) == [.begin, .complete, .begin, .complete])
            let last = try #require(entries.last)
            #expect(last.action.inputDescription == "plough" && last.action.feature == ToolsFeature.identifier)
            #expect(last.action.userInitiated && last.action.source == .application)
            #expect(last.action.requestID == entries[2].action.requestID && last.duration != nil)
        }
    }

    @Test func `hidden actions are not recorded`() throws {
        try inShed {
            ToolsFeature.hide.perform()
            #expect(Timeline.instance.entries.isEmpty)
            TimelineFeature.isEnabled = false
            ToolsFeature.take.perform(withInput: "rake")
            #expect(Timeline.instance.entries.isEmpty)
            TimelineFeature.isEnabled = true
            ToolsFeature.take.perform(withInput: "rake")
            #expect(Timeline.instance.entries.count == 2)
        }
    }

    @Test func `denied requests are in the journal`() throws {
        try inShed {
            let journal = FlintRuntime.current.journal
            #expect(LanternFeature.light.request() == nil)
            let denials = journal.events.compactMap { event -> RequestDenial? in
                if case .requestDenied(let denial) = event.kind { denial } else { nil }
            }
            #expect(denials.map(\.featureName) == ["Lantern"])
            #expect(denials.first?.explanation.summary.isEmpty == false)
            journal.capacity = 3
            for _ in 0..<3 { ToolsFeature.take.perform(withInput: "rake") }
            #expect(journal.events.count == 3)
            let oldest = try #require(journal.events.first)
            #expect(journal.events(after: oldest.id).count == 2)
        }
    }

    @Test func `a nested action begins a substack`() throws {
        try inShed {
            ShedFeature.open.perform()
            let tracker = ActionStackTracker.instance
            let shed = try #require(tracker.actionStack(for: ShedFeature.self))
            let tools = try #require(tracker.actionStack(for: ToolsFeature.self))
            #expect(tools.parent === shed && shed.parent == nil)
            #expect(tracker.allActionStacks().map(\.id) == ["1", "2"])
            #expect(shed.sessionName == "main" && shed.userInitiated && shed.feature == ShedFeature.self)
            let steps = shed.withEntries { entries in
                entries.map { entry in
                    switch entry.details {
                    case .action(let name, _, let input): "\(name) \(input ?? "-")"
                    case .substack(let stack): "stack \(stack.id)"
                    }
                }
            }
            #expect(steps == ["Open Shed -", "stack 2"])
            #expect(tools.first?.sessionName == "main" && tools.first?.userInitiated == true)
            let dump = tracker.dumpActionStacks().split(separator: "\n")
            #expect(dump.first == "#1 Shed in session main, 2 entries")
            #expect(dump.count == 4 && dump.last?.hasSuffix("Z: Take Tool (spade)") == true)
            ShedFeature.lock.perform()
            #expect(!shed.isOpen && !tools.isOpen && tracker.allActionStacks().isEmpty)
        }
    }

    @Test func `action stacks can be disabled`() throws {
        try inShed {
            ActionStacksFeature.isEnabled = false
            ShedFeature.open.perform()
            #expect(ActionStackTracker.instance.allActionStacks().isEmpty)
        }
    }

    @Test func `an action can have its own queue and default session`() async {
        let runtime = FlintRuntime()
        await Flint.withRuntime(runtime) {
            Flint.setup(GroundsFeatures.self)
            Flint.register(ShedFeature.self)
            let outcome = await ShedFeature.ring.perform()
            #expect(outcome == .success)
        }
        let record = runtime.timeline.entries.first?.action
        #expect(record?.sessionName == "bell" && record?.userInitiated == false)
    }

    @Test func `an app contributes to debug reports`() throws {
        try inShed {
            let inventory = Inventory(tools: ["rake", "spade"])
            DebugReporting.add(inventory)
            var names: [String] = []
            DebugReporting.eachReportable { names.append("\(type(of: $0))") }
            #expect(names == ["Inventory"])
            let with = try report([])
            DebugReporting.remove(inventory)
            let without = try report([])
            #expect(with.contains("rake, spade") && !without.contains("rake, spade"))
        }
    }

    @Test func `a debug report is one file`() throws {
        try inShed {
            let night = ActionSession(named: "night", userInitiatedActions: false)
            ToolsFeature.take.perform(withInput: "rake")
            night.perform(ToolsFeature.take, input: "lamp")
            let everything = try report([])
            #expect(everything.contains("timeline.txt") && everything.contains("action_stacks.txt"))
            #expect(everything.contains("input: rake") && everything.contains("input: lamp"))
            let narrow = try report([.userInitiatedOnly, .machineReadableFormat])
            #expect(narrow.contains("timeline.json") && narrow.contains(#""input" : "rake""#))
            #expect(!narrow.contains("lamp"))
        }
    }

    /// Returns a report's file as text, which works because the archive is not compressed.
    private func report(_ options: Set<DebugReportOption>) throws -> String {
        let gather = options.isEmpty ? DebugReporting.gatherReportZip : Flint.gatherReportZip
        let file = try gather(options)
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        #expect(file.lastPathComponent == "report.zip")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

// MARK: - The shed

final class ShedFeature: Feature {
    static let description = "A shed with tools in it"
    static let open = action(OpenShedAction.self)
    static let lock = action(LockShedAction.self)
    static let ring = action(RingBellAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(lock)
        actions.declare(ring)
    }
}

/// An action that performs another action.
final class OpenShedAction: UIAction {
    static let description = "Opens the shed"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.perform(ToolsFeature.take, input: "spade", presenter: ())
        return completion.completedSync(.success)
    }
}

final class LockShedAction: TerminatingAction {}

final class RingBellAction: Action {
    static let description = "Rings the bell over the door"
    static let queue = DispatchQueue(label: "garden.bell")
    static var defaultSession: ActionSession? { ActionSession(named: "bell", userInitiatedActions: false) }

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        dispatchPrecondition(condition: .onQueue(queue))
        return completion.completedSync(.success)
    }
}

// MARK: - Tools

final class ToolsFeature: Feature {
    static let description = "Everything with a handle"
    static let take = action(TakeToolAction.self)
    static let hide = action(HideToolsAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(take)
        actions.declare(hide)
    }
}

/// The error of a tool that does not exist.
struct NoSuchTool: Error {}

final class TakeToolAction: UIAction {
    typealias InputType = String

    static let description = "Takes a tool from the wall"

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(context.input == "plough" ? .failure(error: NoSuchTool()) : .success)
    }
}

/// A contributor to debug reports.
private final class Inventory: DebugReportable {
    private let tools: [String]

    init(tools: [String]) {
        self.tools = tools
    }

    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        try tools.joined(separator: ", ").write(
            to: folder.appendingPathComponent("inventory.txt"), atomically: true, encoding: .utf8)
    }
}
