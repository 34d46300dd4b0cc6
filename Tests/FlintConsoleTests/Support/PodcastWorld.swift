import Foundation
import InspectorKit

/// A small sample app with the facts, rules and permission flow that drive every screen.
struct PodcastWorld {
    /// Whether every combination was tried when plans to unlock features were searched for.
    var plansAreComplete = true
    /// A requirement of a feature.
    enum Need {
        case platform
        case purchase(String)
        case anyPurchase([String])
        case permission(String)
        case toggle
        case flag(String)
    }

    /// A feature of the app.
    struct Declaration {
        var id: String
        var name: String
        var description = ""
        var parent: String?
        var needs: [Need]?
        var actions: [ActionSnapshot] = []
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
    /// The commands that undo what was done, latest last.
    var done: [Command] = []
    /// The commands that do again what was undone, latest last.
    var undone: [Command] = []
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
    var differences: [StateDifference] = []

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

    /// Returns an action without a description.
    static func action(
        _ id: String, _ name: String, published: Bool = false, input: ActionInputSnapshot? = nil
    ) -> ActionSnapshot {
        ActionSnapshot(
            id: id, name: name, description: "", published: published, input: input,
            presenter: published ? "ScreenPresenter" : nil)
    }
}

extension PodcastWorld {
    /// The effective status of a product.
    func purchase(_ id: String) -> PurchaseStatus {
        value(.purchase, id).flatMap(PurchaseStatus.init) ?? store[id] ?? .notPurchased
    }

    /// The effective status of a permission.
    func permission(_ name: String) -> PermissionStatus {
        value(.permission, name).flatMap(PermissionStatus.init) ?? system[name] ?? .unsupported
    }

    /// The effective state of a user toggle.
    func toggle(_ id: String) -> Bool { value(.toggle, id).map { $0 == "on" } ?? toggles[id] ?? false }

    /// The value of an override, if there is one.
    func value(_ kind: FactKind, _ key: String) -> String? {
        overrides.first { $0.kind == kind && $0.key == key }?.value
    }

    /// The rows of a feature's requirements.
    private func requirements(_ declaration: Declaration) -> [RequirementState] {
        var rows: [RequirementState] = []
        func purchaseRow(_ id: String, depth: Int = 0) -> RequirementState {
            let status = purchase(id)
            let forced = value(.purchase, id).flatMap(PurchaseStatus.init)
            return RequirementState(
                kind: .purchase, key: id, title: products.first { $0.id == id }?.name ?? id,
                status: status == .purchased ? .satisfied : status == .unknown ? .notDetermined : .notSatisfied,
                value: status.description, override: forced?.description, source: forced == nil ? "store" : "override",
                depth: depth)
        }
        for need in declaration.needs ?? [] {
            switch need {
            case .platform:
                rows.append(
                    RequirementState(
                        kind: .platform, key: "iOS", title: "iOS 11 or later", status: .satisfied, value: "iOS 17.2",
                        source: "simulated"))
            case .purchase(let id): rows.append(purchaseRow(id))
            case .anyPurchase(let ids):
                let parts = ids.map { purchaseRow($0, depth: 1) }
                let isMet = parts.contains { $0.status == .satisfied }
                rows.append(
                    RequirementState(
                        kind: .anyOf, key: nil, title: "any of these", status: isMet ? .satisfied : .notSatisfied,
                        value: "", source: ""))
                rows += parts
            case .permission(let name):
                let status = permission(name)
                let forced = value(.permission, name).flatMap(PermissionStatus.init)
                rows.append(
                    RequirementState(
                        kind: .permission, key: name,
                        title: permissionTitles.first { $0.name == name }?.title ?? name,
                        status: status == .authorized
                            ? .satisfied : status == .notDetermined ? .notDetermined : .notSatisfied,
                        value: status.description, state: .permission(status), override: forced?.description,
                        source: forced == nil ? "system" : "override"))
            case .flag(let key):
                let isOn = flag(key)
                rows.append(
                    RequirementState(
                        kind: .flag, key: key, title: key,
                        status: isOn == true ? .satisfied : isOn == false ? .notSatisfied : .notDetermined,
                        value: isOn.map { $0 ? "on" : "off" } ?? "not known", override: value(.flag, key),
                        source: value(.flag, key) == nil ? winner(of: key)?.name ?? "" : "override"))
            case .toggle:
                let forced = value(.toggle, declaration.id)
                let isOn = toggle(declaration.id)
                rows.append(
                    RequirementState(
                        kind: .toggle, key: declaration.id, title: "User setting",
                        status: isOn ? .satisfied : .notSatisfied, value: isOn ? "on" : "off", override: forced,
                        source: forced == nil ? "user" : "override"))
            }
        }
        if declaration.needs != nil, let parent = declarations.first(where: { $0.id == declaration.parent }) {
            rows.append(
                RequirementState(
                    kind: .parent, key: parent.id, title: parent.name, status: .satisfied, value: "available",
                    source: "flint"))
        }
        return rows
    }

    /// Whether the rows allow the feature: those at the top count, parts of alternatives do not.
    private func available(_ rows: [RequirementState]) -> Bool? {
        let top = rows.filter { $0.depth == 0 }
        if top.contains(where: { $0.status == .notSatisfied }) { return false }
        return top.allSatisfy { $0.status == .satisfied } ? true : nil
    }

    /// The index of the row that the engine would name as blocking.
    private static func blocking(_ rows: [RequirementState]) -> Int? {
        func precedence(_ row: RequirementState) -> Int {
            switch (row.kind, PermissionStatus(rawValue: row.value)) {
            case (.platform, _): 0
            case (.runtimeSwitch, _): 1
            case (.toggle, _): 2
            case (.flag, _): 3
            case (.permission, .restricted), (.permission, .unsupported): 4
            case (.purchase, _): 5
            case (.permission, .denied): 6
            default: 7
            }
        }
        return rows.indices.filter { rows[$0].status != .satisfied && !rows[$0].kind.isHeading }
            .min { (precedence(rows[$0]), $0) < (precedence(rows[$1]), $1) }
    }

    /// The features at this moment.
    private var features: [FeatureSnapshot] {
        var depths: [String: Int] = [:]
        let parents = Set(declarations.compactMap(\.parent))
        return declarations.map { declaration in
            let rows = requirements(declaration)
            let depth = declaration.parent.map { (depths[$0] ?? -1) + 1 } ?? 0
            depths[declaration.id] = depth
            let available = available(rows)
            let open = rows.filter { $0.status != .satisfied && !$0.kind.isHeading }
            let steps = open.filter { $0.depth == 0 }.map { row in
                let verb =
                    row.kind == .purchase ? "buy " : row.kind == .permission ? "allow " : "turn on "
                return UnlockStep(
                    kind: row.kind, key: row.key ?? "",
                    title: verb + (row.kind == .toggle ? declaration.name : row.title), override: Self.met(row.kind))
            }
            let alternatives = open.filter { $0.depth > 0 }.map { row in
                [
                    UnlockStep(
                        kind: row.kind, key: row.key ?? "", title: "buy \(row.title)", override: Self.met(row.kind))
                ]
            }
            let hasToggle = rows.contains { $0.kind == .toggle }
            return FeatureSnapshot(
                id: declaration.id, typeName: "Podcasts.\(declaration.id.split(separator: "/").last ?? "")",
                name: declaration.name, description: declaration.description, parent: declaration.parent,
                depth: depth, conditional: declaration.needs != nil,
                isGroup: parents.contains(declaration.id), visible: true, variation: nil,
                available: available, requirements: rows,
                firstBlocking: available == true ? nil : Self.blocking(rows),
                unlockPlans: available == true ? [] : (steps.isEmpty ? alternatives : [steps]),
                actions: declaration.actions, userToggle: hasToggle ? toggle(declaration.id) : nil,
                runtimeSwitch: nil)
        }
    }

    /// The model of the app, as lists show it.
    func model(at revision: Revision = .zero) -> AppModel {
        let snapshot = snapshot
        var status = AppStatus(appName: snapshot.appName, platform: snapshot.platform)
        status.store = snapshot.store
        status.problems = snapshot.problems
        status.focus = snapshot.focus
        status.flow = snapshot.flow
        status.backgroundWorkIsRunning = snapshot.backgroundWorkIsRunning
        status.activity = snapshot.activity
        status.differences = differences
        status.undo = done.isEmpty ? nil : "the last change"
        status.redo = undone.isEmpty ? nil : "the change undone last"
        return AppModel(
            revision: revision, status: status,
            features: snapshot.features.enumerated().map { FeatureSummary($1, number: $0) },
            products: snapshot.products, permissions: snapshot.permissions, flags: snapshot.flags,
            overrides: snapshot.overrides)
    }

    /// The value of a fact of some kind that meets a requirement.
    private static func met(_ kind: RequirementKind) -> String {
        switch kind {
        case .purchase: "purchased"
        case .permission: "authorized"
        default: "on"
        }
    }

    /// The snapshot of the whole app.
    var snapshot: Snapshot {
        let features = features
        func users(_ kind: RequirementKind, _ key: String) -> [String] {
            features.filter { $0.requirements.contains { $0.kind == kind && $0.key == key } }.map(\.id)
        }
        var snapshot = Snapshot(
            appName: declarations.isEmpty ? "Empty" : "Podcasts",
            platform: PlatformState(label: "iOS 17.2", note: PlatformState.simulated),
            features: features,
            products: products.map { product in
                var result = ProductSnapshot(
                    productID: product.id, name: product.name, description: nil, type: product.type,
                    status: store[product.id] ?? .notPurchased,
                    override: value(.purchase, product.id).flatMap(PurchaseStatus.init),
                    effective: purchase(product.id), balance: product.balance, features: users(.purchase, product.id))
                result.price = offers[product.id]?.price
                result.subscriptionGroup = offers[product.id]?.group
                result.subscriptionPeriod = offers[product.id]?.period
                result.subscription = subscriptions[product.id]
                result.transactions = transactions[product.id] ?? []
                return result
            },
            permissions: permissionTitles.map { item in
                PermissionSnapshot(
                    permission: item.name, title: item.title, usage: item.usage,
                    status: system[item.name] ?? .unsupported,
                    override: value(.permission, item.name).flatMap(PermissionStatus.init),
                    effective: permission(item.name), features: users(.permission, item.name))
            }, overrides: overrides, flow: flow, backgroundWorkIsRunning: isRunning,
            activity: isRunning == nil ? nil : "The Daily Byte, 12:04 of 31:20")
        snapshot.flags = flags(users: users)
        snapshot.store = deviceStore
        snapshot.problems = problems
        snapshot.stacks = stacks
        snapshot.focus = focus.sorted()
        return snapshot
    }
}

extension PodcastWorld {
    /// The changes since an earlier state, or `nil` if its features are different ones.
    func changes(since old: PodcastWorld, at revision: Revision) -> ModelChanges? {
        let (before, after) = (old.snapshot, snapshot)
        guard before.features.map(\.id) == after.features.map(\.id), before.appName == after.appName else { return nil }
        let (oldModel, newModel) = (old.model(), model())
        var changes = ModelChanges(revision: revision)
        if oldModel.status != newModel.status { changes.status = newModel.status }
        for (number, pair) in zip(before.features, after.features).enumerated() where pair.0 != pair.1 {
            let summary = FeatureSummary(pair.1, number: number)
            changes.states.append(
                FeatureSummary.State(
                    number: summary.number, isAvailable: summary.isAvailable, isOverridden: summary.isOverridden))
        }
        if before.products != after.products { changes.allProducts = after.products }
        if before.permissions != after.permissions { changes.permissions = after.permissions }
        if before.flags != after.flags { changes.allFlags = after.flags }
        changes.overrides = after.overrides.filter { !before.overrides.contains($0) }
        let kept = Set(after.overrides.map(\.identity))
        changes.removedOverrides = before.overrides.map(\.identity).filter { !kept.contains($0) }
        changes.facts = (changes.overrides.map(\.identity) + changes.removedOverrides).compactMap(FactKey.init).map {
            FactRecord(key: $0, fact: Fact(actual: .balance(0), source: .unreported, since: .distantPast))
        }
        changes.stacksChanged = before.stacks != after.stacks
        return changes
    }
}

extension FeatureSummary {
    /// Creates the summary of a feature.
    init(_ feature: FeatureSnapshot, number: Int) {
        self.init(
            number: number, id: feature.id, name: feature.name, parent: feature.parent, depth: feature.depth,
            isVisible: feature.visible, isAvailable: feature.available,
            isOverridden: feature.requirements.contains { $0.override != nil })
    }
}
