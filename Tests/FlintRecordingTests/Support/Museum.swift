import FlintCLI
import FlintCore
import FlintInspector
import FlintRecording
import FlintSimulation
import Foundation
import InspectorKit
import Synchronization

/// A small app with a group, and a feature for several kinds of requirement.
final class Museum: FeatureGroup {
    static let description = "A museum"
    static var subfeatures: [FeatureDefinition.Type] { [Rooms.self, Tour.self, Shop.self] }

    static let pass = NonConsumableProduct(name: "Pass", description: "Everything", productID: "pass")
}

/// A group that requires a flag.
final class Rooms: ConditionalFeature, FeatureGroup {
    static let description = "The rooms"
    static let isVisible = true
    static var subfeatures: [FeatureDefinition.Type] { [Attic.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("rooms") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Requires a permission, and the group's flag with it.
final class Attic: ConditionalFeature {
    static let description = "Under the roof"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permissions(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Requires a purchase.
final class Tour: ConditionalFeature {
    static let description = "Leads through the rooms"
    static let start = action(StepAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Museum.pass) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(start) }
}

/// Has no requirements, and an action.
final class Shop: Feature {
    static let description = "Sells postcards"
    static let enter = action(StepAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(enter) }
}

/// Registered later than the rest.
final class Annex: ConditionalFeature {
    static let description = "Next door"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Museum.pass) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Does nothing, and succeeds.
final class StepAction: UIAction {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// The museum with its inspector, and a folder for its journals.
final class OpenMuseum {
    let runtime = FlintRuntime()
    let inspector: RuntimeInspector
    let folder: String

    init() throws {
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real,
            permissions: SimulatedPermissionCentre(statuses: [.camera: .authorized]),
            store: SimulatedStore(
                offers: [StoreOffer(productID: "pass", name: "Pass", type: .nonConsumable)],
                clock: SimulatedClock(now: Date(timeIntervalSince1970: 1_767_225_600), rate: 0)))
        runtime.setUp(Museum.self) {
            device.configure($0)
            $0.allowsOverrides = true
        }
        inspector = RuntimeInspector(
            runtime: runtime, configuration: .init(appName: "The Museum", cause: "console", system: device))
        folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var path: String { folder + "/museum.jsonl" }

    static let header = JournalHeader(
        app: "The Museum", program: "tests 1.0", system: "Linux", date: Date(timeIntervalSince1970: 1_767_225_600))

    /// Begins a journal.
    func record() throws -> JournalRecorder { try JournalRecorder(path, of: inspector, header: Self.header) }

    /// Carries out a command at once.
    func send(_ command: Command) {
        runtime.bind { inspector.send(command) { _ in } }
    }

    /// Performs the action of the shop.
    func enterShop() {
        runtime.bind { Shop.enter.perform() }
    }

    /// The last event that has happened.
    var lastEvent: UInt64 { inspector.events(after: 0).last?.id ?? 0 }

    /// Does something for which a journal is kept, and opens the journal.
    func recorded(_ body: () throws -> Void) throws -> JournalReader {
        let recorder = try record()
        try body()
        recorder.finish(within: 30)
        return try JournalReader(path)
    }

    /// What is listed and every explanation, without what a recording leaves out.
    static func description(of inspector: any Inspector) -> Described {
        var model = inspector.list()
        var changes = ModelChanges(revision: model.revision)
        var status = model.status
        (status.undo, status.redo, status.recording) = (nil, nil, nil)
        changes.status = status
        model.apply(changes)
        return Described(
            status: status, features: model.features, products: Array(model.products),
            permissions: model.permissions, flags: Array(model.flags), overrides: Array(model.overrides),
            details: model.features.map { inspector.detail(of: $0.id) }, texts: inspector.featureTexts())
    }

    /// What a front end knows of an app.
    struct Described: Equatable {
        var status: AppStatus
        var features: [FeatureSummary]
        var products: [ProductSnapshot]
        var permissions: [PermissionSnapshot]
        var flags: [FlagSnapshot]
        var overrides: [OverrideRecord]
        var details: [FeatureSnapshot?]
        var texts: FeatureTexts
    }
}

extension EventRecord {
    /// An event for journals that are written by hand.
    static func sample(_ id: UInt64, title: String = "Something happened") -> EventRecord {
        EventRecord(
            id: id, date: Date(timeIntervalSince1970: 1_767_225_600 + Double(id)), kind: .advisory, cause: "app",
            title: title)
    }
}
