import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintRecording
import FlintSimulation
import FlintWorld
import Foundation

/// A small app with a group and with features for several kinds of requirement.
final class Museum: FeatureGroup {
    static let description = "A museum"
    static var subfeatures: [FeatureDefinition.Type] { [Rooms.self, Tour.self, Shop.self] }

    static let pass = NonConsumableProduct(name: "Pass", description: "Everything", productID: "pass")
}

final class Rooms: ConditionalFeature, FeatureGroup {
    static let description = "The rooms"
    static let isVisible = true
    static var subfeatures: [FeatureDefinition.Type] { [Attic.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("rooms") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Attic: ConditionalFeature {
    static let description = "Under the roof"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permissions(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Tour: ConditionalFeature {
    static let description = "Leads through the rooms"
    static let start = action(StepAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Museum.pass) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(start) }
}

final class Shop: Feature {
    static let description = "Sells postcards"
    static let enter = action(StepAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(enter) }
}

final class Wing: ConditionalFeature {
    static let description = "Next door"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Museum.pass) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Succeeds without an effect.
final class StepAction: UIAction {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// The museum with its inspector and a folder for its journals.
final class OpenMuseum {
    let runtime = FlintRuntime()
    let inspector: RuntimeInspector
    let folder: String

    init() throws {
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real,
            permissions: SimulatedPermissionCenter(statuses: [.camera: .authorized]),
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

    func record() throws -> JournalRecorder { try JournalRecorder(path, of: inspector, header: Self.header) }

    func write(_ report: SavedReport) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(report).write(to: URL(filePath: path))
    }

    func send(_ command: Command) {
        runtime.bind { inspector.send(command) { _ in } }
    }

    func enterShop() {
        runtime.bind { Shop.enter.perform() }
    }

    var lastEvent: UInt64 { inspector.events(after: 0).last?.id ?? 0 }

    /// Keeps a journal during a closure and opens the journal.
    func recorded(_ body: () throws -> Void) throws -> JournalReader {
        let recorder = try record()
        try body()
        recorder.finish(within: 30)
        return try JournalReader(path)
    }

    /// Returns all lists and explanations, without the data that a recording omits.
    static func description(of inspector: any Inspector) throws -> Described {
        var model = try inspector.readModel()
        var changes = ModelChanges(revision: model.revision)
        var status = model.status
        (status.undo, status.redo, status.irreversible, status.recording) = (nil, nil, nil, nil)
        changes.status = status
        model.apply(changes)
        return Described(
            status: status, features: model.features, products: Array(model.products),
            permissions: model.permissions, flags: Array(model.flags), overrides: Array(model.overrides),
            details: try model.features.map { try inspector.detail(of: $0.id) }, texts: try inspector.featureTexts())
    }

    /// Returns the availability and the requirements of all features, and the overrides.
    static func facts(of inspector: any Inspector) throws -> [String] {
        let model = try inspector.readModel()
        let features = try model.features.map { feature in
            let rows =
                try inspector.detail(of: feature.id)?.requirements.map { "\($0.title) \($0.status) \($0.value)" } ?? []
            return "\(feature.id) \(String(describing: feature.isAvailable)) \(rows)"
        }
        return features + model.overrides.map { "\($0.kind) \($0.key) \($0.value)" }.sorted()
    }

    /// The data that a front end has about an app.
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
    /// Returns an event for handwritten journals.
    static func sample(_ id: UInt64, title: String = "Something happened") -> EventRecord {
        EventRecord(
            id: id, date: Date(timeIntervalSince1970: 1_767_225_600 + Double(id)), cause: "app", title: title,
            content: .advisory)
    }
}
