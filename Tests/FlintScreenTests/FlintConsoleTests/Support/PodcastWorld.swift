import FeatureGating
import FlintModel
import FlintWorld
import Foundation

/// A small sample app with the facts, rules, and permission flow that drive every screen.
///
/// The world is a value. ``FakeInspector`` presents it to the console, executes commands by changing it, and keeps
/// every revision. Extensions add variants, such as an app with many events or with hostile names.
struct PodcastWorld {
    /// Whether the search for unlock plans was exhaustive.
    enum Need {
        case platform
        case purchase(String)
        case anyPurchase([String])
        case permission(String)
        case toggle
        case flag(String)
    }

    struct Declaration {
        var id: String
        var name: String
        var description = ""
        var parent: String?
        var needs: [Need]?
        var actions: [ActionSnapshot] = []
        var isVisible = true
    }

    var declarations = PodcastWorld.podcasts
    var products = PodcastWorld.productList
    var permissionTitles = PodcastWorld.permissionList
    var store: [String: PurchaseStatus] = [:]
    var system: [String: PermissionStatus] = [
        "camera": .denied, "photos": .restricted, "location-when-in-use": .notDetermined,
        "microphone": .notDetermined, "contacts": .notDetermined,
    ]
    var toggles: [String: Bool] = [:]
    var overrides: [OverrideRecord] = []
    /// The commands that undo the past steps, oldest first.
    var done: [Command] = []
    /// The commands that redo the undone steps, oldest first.
    var undone: [Command] = []
    /// The messages of the performed actions, which cannot be undone.
    var irreversible: [String] = []
    var isRunning: Bool? = false
    var flow: FlowSnapshot?
    var retry: ActionInvocation?
    var events: [EventRecord] = []
    var flagProviders: [FlagProvider] = []
    var deviceStore: StoreSnapshot?
    var subscriptions: [String: SubscriptionSnapshot] = [:]
    var transactions: [String: [TransactionSnapshot]] = [:]
    var offers: [String: Offer] = [:]
    var problems: [String] = []
    var allowedOnce: Set<String> = []
    var logLines: [LogLine] = []
    var stacks: [StackSnapshot] = []
    var focus: [String] = []
    var personas = PersonaList()
    var name = "Podcasts"
    var environment: AppEnvironment?
    var isReadOnly = false
    var differences: [StateDifference] = []
    /// The developers' notes about every feature, product, and flag.
    var notes: FlintModel.Declaration?

    static let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
    static let speed = "PodcastFeatures/PlaybackFeature/DynamicSpeedFeature"

    static let podcasts: [Declaration] = [
        Declaration(id: "PodcastFeatures", name: "Podcasts", description: "Everything the app can do.", parent: nil),
        Declaration(
            id: "PodcastFeatures/PlaybackFeature", name: "Podcast playback", description: "Plays episodes.",
            parent: "PodcastFeatures",
            actions: [action("PlayAction", "Play", published: true), action("PauseAction", "Pause")]),
        Declaration(
            id: speed, name: "Dynamic speed", description: "Plays silence faster than speech.",
            parent: "PodcastFeatures/PlaybackFeature", needs: [.purchase("premium"), .toggle],
            actions: [action("SetSpeedAction", "Set speed")]),
        Declaration(
            id: "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature", name: "Sound enhancement",
            description: "Brings voices forward.", parent: "PodcastFeatures/PlaybackFeature",
            needs: [.purchase("premium"), .toggle], actions: [action("EnhanceAction", "Enhance")]),
        Declaration(
            id: "PodcastFeatures/DownloadingFeature", name: "Podcast downloading",
            description: "Keeps episodes for the road.", parent: "PodcastFeatures",
            actions: [action("DownloadAction", "Download")]),
        Declaration(
            id: "PodcastFeatures/DownloadingFeature/TurboDownloadsFeature", name: "Turbo downloads",
            description: "Downloads several episodes at once.", parent: "PodcastFeatures/DownloadingFeature",
            needs: [.anyPurchase(["premium", "turbo"])], actions: [action("TurboAction", "Go faster")]),
        Declaration(
            id: "PodcastFeatures/FavouritesFeature", name: "Podcast favourites",
            description: "Remembers what was liked.", parent: "PodcastFeatures"),
        Declaration(
            id: smart, name: "Smart playlists",
            description: "Playlists that fill themselves with episodes about where the listener is.",
            parent: "PodcastFeatures/FavouritesFeature",
            needs: [.platform, .purchase("premium"), .permission("location-when-in-use")],
            actions: [
                action("ShowAction", "Show", published: true),
                action(
                    "CreateAction", "Create",
                    input: ActionInputSnapshot(
                        type: "PlaylistRequest", isDecodable: true,
                        fields: [
                            InputFieldSnapshot(name: "name", description: "what it is called", isRequired: true),
                            InputFieldSnapshot(
                                name: "token", description: "the account it is for", isRequired: false,
                                isSensitive: true),
                        ])),
                action(
                    "MergeAction", "Merge",
                    input: ActionInputSnapshot(type: "Playlists", isDecodable: false, fields: [])),
            ]),
        Declaration(
            id: "PodcastFeatures/SharingFeature", name: "Sharing", description: "Shows others what is good.",
            parent: "PodcastFeatures"),
        Declaration(
            id: "PodcastFeatures/SharingFeature/ClipSharingFeature", name: "Clip sharing",
            description: "Shares a clip with a picture.", parent: "PodcastFeatures/SharingFeature",
            needs: [.permission("photos"), .permission("camera"), .permission("microphone")],
            actions: [action("ShareClipAction", "Share clip")]),
        Declaration(
            id: "PodcastFeatures/SharingFeature/PhotoSharingFeature", name: "Photo sharing",
            description: "Shares a photo of the listener.", parent: "PodcastFeatures/SharingFeature",
            needs: [.permission("camera"), .permission("microphone")],
            actions: [action("SharePhotoAction", "Share photo")]),
    ]

    static let productList: [(id: String, name: String, type: ProductSnapshot.Kind, balance: Int?)] = [
        ("turbo", "Turbo pack", .nonConsumable, nil), ("credits", "Download credits", .consumable, 3),
        ("premium", "Premium subscription", .autoRenewingSubscription, nil),
    ]

    static let permissionList: [(name: String, title: String, usage: String)] = [
        ("location-when-in-use", "Location when in use", "Finds episodes about where you are."),
        ("camera", "Camera", "Takes the picture that goes with a clip."),
        ("photos", "Photos", "Finds the picture that goes with a clip."),
        ("microphone", "Microphone", "Records what you say about an episode."),
        ("contacts", "Contacts", ""),
    ]

    static func action(
        _ id: String, _ name: String, published: Bool = false, input: ActionInputSnapshot? = nil
    ) -> ActionSnapshot {
        ActionSnapshot(
            id: id, name: name, description: "", published: published, input: input,
            presenter: published ? "ScreenPresenter" : nil)
    }
}

// The app as data, from which every answer about gating is derived.
extension PodcastWorld {
    func world(at revision: Revision = .zero) -> World {
        var world = World(model: model(at: revision))
        world.add(catalog)
        return world.applying(facts)
    }

    var snapshot: Snapshot { FakeInspector(self).snapshot() }

    /// Returns the lists before the facts are applied.
    private func model(at revision: Revision) -> AppModel {
        var status = AppStatus(
            appName: declarations.isEmpty ? "Empty" : name, platform: PlatformState(facts[.platform]))
        status.store = deviceStore
        status.problems = problems
        status.focus = focus.sorted()
        status.flow = flow
        status.backgroundWorkIsRunning = isRunning
        status.activity = isRunning == nil ? nil : "The Daily Byte, 12:04 of 31:20"
        status.differences = differences
        status.undo = done.isEmpty ? nil : "the last change"
        status.irreversible = irreversible.isEmpty ? nil : irreversible
        status.environment = environment
        status.isReadOnly = isReadOnly ? true : nil
        status.redo = undone.isEmpty ? nil : "the change undone last"
        return AppModel(
            revision: revision, status: status, features: catalog.features.map(\.summary),
            products: products.map { product in
                var result = ProductSnapshot(
                    productID: product.id, name: product.name, description: nil, type: product.type,
                    status: .notPurchased, override: nil, effective: .notPurchased, balance: product.balance,
                    features: nil)
                result.price = offers[product.id]?.price
                result.subscriptionGroup = offers[product.id]?.group
                result.subscriptionPeriod = offers[product.id]?.period
                result.subscription = subscriptions[product.id]
                result.transactions = transactions[product.id] ?? []
                result.declaration = notes
                return result
            },
            permissions: permissionTitles.map { item in
                PermissionSnapshot(
                    permission: item.name, title: item.title, usage: item.usage, status: .unsupported, override: nil,
                    effective: .unsupported, features: nil,
                    isRequired: isRequired { if case .permission(item.name) = $0 { true } else { false } })
            },
            flags: flags, overrides: overrides)
    }

    func isRequired(_ isIncluded: (Need) -> Bool) -> Bool {
        declarations.contains { $0.needs?.contains(where: isIncluded) == true }
    }

    private var catalog: Catalog {
        var depths: [String: UInt32] = [:]
        let groups = Set(declarations.compactMap(\.parent))
        return Catalog(
            features: declarations.enumerated().map { number, declaration in
                let depth = declaration.parent.map { (depths[$0] ?? 0) + 1 } ?? 0
                depths[declaration.id] = depth
                let needs = declaration.needs ?? []
                var feature = DeclaredFeature(
                    summary: FeatureSummary(
                        number: number, id: declaration.id, name: declaration.name, parent: declaration.parent,
                        depth: Int(depth), isVisible: declaration.isVisible, isAvailable: needs.isEmpty ? true : nil,
                        isOverridden: false),
                    typeName: "Podcasts.\(declaration.id.split(separator: "/").last ?? "")",
                    description: declaration.description, conditional: declaration.needs != nil,
                    isGroup: groups.contains(declaration.id), variation: nil, actions: declaration.actions,
                    userSettingDefault: needs.contains { if case .toggle = $0 { true } else { false } } ? false : nil,
                    requirement: .all(needs.map { requirement($0, of: declaration) }))
                feature.declaration = notes
                return feature
            })
    }

    private func requirement(_ need: Need, of declaration: Declaration) -> Requirement<Condition> {
        let feature = TopicPath(stringLiteral: declaration.id)
        func product(_ id: String) -> Requirement<Condition> {
            .fact(.purchase(PurchaseCondition(productID: id, isConsumable: false, quantity: nil, feature: feature)))
        }
        switch need {
        case .platform:
            return .fact(.platform(PlatformRule(versions: [.iOS: .atLeast(version: PlatformVersion(major: 11))])))
        case .purchase(let id): return product(id)
        case .anyPurchase(let ids): return .any(ids.map(product))
        case .permission(let name):
            return SystemPermissionConstraint(name: name).map { .fact(.permission($0)) } ?? .any([])
        case .flag(let key): return .fact(.featureFlag(FeatureKey(rawValue: key)))
        case .toggle: return .fact(.userSetting(feature))
        }
    }

    var facts: [FactKey: Fact] {
        var facts: [FactKey: Fact] = [
            .platform: fact(.platform(Self.platform), "simulated")
        ]
        for product in products {
            facts[.purchase(productID: product.id)] = fact(.truth((store[product.id] ?? .notPurchased).truth), .store)
        }
        for case let (permission?, status) in system.map({ (SystemPermissionConstraint(name: $0), $1) }) {
            facts[.permission(permission)] = fact(.permission(status), .system)
        }
        for declaration in declarations {
            for case .toggle in declaration.needs ?? [] {
                let path = TopicPath(stringLiteral: declaration.id)
                facts[.userSetting(feature: path)] = fact(.truth(Truth(toggles[declaration.id] ?? false)), .user)
            }
        }
        for flag in flags {
            facts[.featureFlag(FeatureKey(rawValue: flag.key))] = fact(
                .truth(Truth(flag.value)), FactSource(rawValue: flag.provider ?? ""))
        }
        for record in overrides {
            guard let key = FactKey(record.identity), let value = FactValue(record.value, of: record.kind) else {
                continue
            }
            facts[key, default: fact(.truth(.unknown), .unreported)].override = FactOverride(
                value: value, cause: .saved, since: Self.start, reason: record.reason, expiry: record.expiry)
        }
        return facts
    }

    private static let platform = CurrentPlatform(
        platform: .iOS, version: PlatformVersion(major: 17, minor: 2))

    private func fact(_ actual: FactValue, _ source: FactSource) -> Fact {
        Fact(actual: actual, source: source, since: Self.start)
    }
}

extension PodcastWorld {
    /// Returns the changes since an earlier state, or `nil` if the features differ.
    func changes(since old: PodcastWorld, at revision: Revision) -> ModelChanges? {
        guard old.catalog == catalog else { return nil }
        let (before, after) = (old.world(), world())
        var changes = ModelChanges(revision: revision)
        if before.model.status != after.model.status { changes.status = after.model.status }
        changes.states = zip(before.model.features, after.model.features).compactMap { before, after in
            before == after
                ? nil
                : FeatureSummary.State(
                    number: after.number, isAvailable: after.isAvailable, isOverridden: after.isOverridden)
        }
        if before.model.products != after.model.products { changes.allProducts = Array(after.model.products) }
        if before.model.permissions != after.model.permissions { changes.permissions = after.model.permissions }
        if before.model.flags != after.model.flags { changes.allFlags = Array(after.model.flags) }
        changes.overrides = overrides.filter { !old.overrides.contains($0) }
        let kept = Set(overrides.map(\.identity))
        changes.removedOverrides = old.overrides.map(\.identity).filter { !kept.contains($0) }
        changes.facts = after.facts.filter { before.facts[$0.key] != $0.value }.map { FactRecord(key: $0, fact: $1) }
        changes.stacksChanged = old.stacks != stacks
        return changes
    }
}
