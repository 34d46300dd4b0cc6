import FlintCore
import FlintUserDefaults

// Declarations that the examples of documentation comments assume.

final class AppFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [DocumentsFeature.self, DownloadsFeature.self] }
}

struct DocumentRef: FlintLoggable, RouteParametersCodable {
    let name: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        name = parameters?["name"] ?? ""
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["name": name] }
}

enum DocumentError: Error { case noName }

protocol DocumentPresenter {
    func open(_ document: DocumentRef)
}

final class CreateDocumentAction: TerminatingAction {
    typealias InputType = DocumentRef
}

// MARK: - The garden

typealias PlantName = String

struct Valve {
    func open(for plant: PlantName) async throws {}
}

let valve = Valve()

struct Catalogue {
    func plants() async throws -> [PlantName] { [] }
}

let catalogue = Catalogue()

@MainActor final class PlantScreen {
    func show(_ plants: [PlantName]) {}
}

final class GardenFeature: Feature {
    static let description = "Waters plants"
    static let water = action(WaterPlantAction.self)

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class PlantCardFeature: Feature {
    static let description = "Shows a plant"
    static let close = action(ClosePlantCardAction.self)

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class HelpFeature: Feature {
    static let description = "Shows help"
    static let close = action(ClosePlantCardAction.self)

    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - Podcasts

final class TextAction: TerminatingAction {
    typealias InputType = String
}

typealias CreatePlaylistAction = TextAction

struct PlaylistName {
    let name: String
}

final class DownloadsFeature: ConditionalFeature {
    static let description = "Downloads episodes"

    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class LibraryFeature: Feature {
    static let description = "Keeps books"
    static let open = action(TextAction.self)
    static let refresh = action(TextAction.self)

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class EditorFeature: Feature {
    static let description = "Shows books"
    static let show = action(TextAction.self)

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Button {
    var isEnabled = false
}

struct Backend {
    func count(_ event: String?, _ attributes: [String: Any?]?) {}
}

let backend = Backend()

struct EpisodeList {
    let count = 0
    func expensiveSummary() -> String { "" }
}

let episodes = EpisodeList()
let items: [String] = []

extension SyncState {
    var description: String { "in step" }
}

extension FeatureKey {
    static let offlineMode: FeatureKey = "offline-mode"
    static let routing: FeatureKey = "routing"
}

// MARK: - Permissions

class AuthorizedAdapter: SystemPermissionAdapter, @unchecked Sendable {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = "NSUsageDescription"
    let status = SystemPermissionStatus.authorized

    init(_ permission: SystemPermissionConstraint) {
        self.permission = permission
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}

final class CameraAdapter: AuthorizedAdapter, @unchecked Sendable {
    init() { super.init(.camera) }
}

final class LocationAdapter: AuthorizedAdapter, @unchecked Sendable {
    init(usage: LocationUsage) { super.init(.location(usage: usage)) }
}

enum CardChoice { case ok, later }

final class Cards {
    typealias WillRequestCompletion = PermissionAuthorisationCoordinator.WillRequestCompletion

    func showCard(explaining: SystemPermissionConstraint, answer: (CardChoice) -> Void) { answer(.ok) }
}

struct AsyncCards {
    func showCard(explaining: SystemPermissionConstraint) async -> CardChoice { .ok }
}

func show(_ title: String, _ sentence: String) {}

// MARK: - Adopted flags

struct DebugStore {
    static let shared = DebugStore()

    subscript(flag: PlayerFlag) -> Bool? {
        get { nil }
        nonmutating set {}
    }
}

struct RemoteConfig {
    static let shared = RemoteConfig()

    func value(of key: String) -> Bool? { nil }
}
