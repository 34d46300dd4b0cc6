import FeatureGating
import FlintTestSupport
import Testing

@testable import FlintCore

/// Compares results of the engine in random worlds with results computed from freshly read sources.
struct FreshAnswersOracleTests {
    @Test(arguments: 0..<30)
    func `every result equals one computed from freshly read sources`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let world = RandomWorld(using: &random)
        RandomWorld.$current.withValue(world) {
            let trial = Trial(world, wrapsTracker: seed % 3 == 0)
            trial.runtime.bind {
                for step in 0..<150 {
                    let change = trial.change(using: &random)
                    trial.askEverything(firstOf: Int.random(in: 0..<RandomWorld.nodeCount, using: &random), &random) {
                        "seed \(seed), step \(step): \($0), after \(change)"
                    }
                }
            }
        }
    }
}

/// A runtime in a random world, and an oracle of its expected results.
///
/// The oracle uses the current values of silent sources. For a source that announces changes, it uses the value at the
/// last announcement, because later values are unknown until they are announced.
private final class Trial {
    let runtime = FlintRuntime()
    private let world: RandomWorld
    private let tracker: WorldTracker
    private let checker: WorldChecker
    private let toggles: WorldToggles
    private let flags: [WorldFlags]
    /// The values at the last announcement, or at setup.
    private var announced: [RandomWorld.Question: Truth] = [:]
    private var announcedStatuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
    private var announcedFlags: [FeatureKey: Truth] = [:]
    /// The changes that sources have not announced yet.
    private var pending: [RandomWorld.Question] = []
    private var overrides: [FactKey: FactValue] = [:]
    private let paths: [FeaturePath]

    init(_ world: RandomWorld, wrapsTracker: Bool) {
        self.world = world
        let (tracker, checker, toggles) = (WorldTracker(world), WorldChecker(world), WorldToggles(world))
        let flags = [WorldFlags(world, number: 0), WorldFlags(world, number: 1)]
        (self.tracker, self.checker, self.toggles, self.flags) = (tracker, checker, toggles, flags)
        runtime.setUp(EmptyApp.self) { config in
            config.purchaseTracker = wrapsTracker ? DebugPurchaseTracker(targetPurchaseTracker: tracker) : tracker
            config.permissionChecker = checker
            config.userFeatureToggles = toggles
            config.featureFlagProviders = flags
            config.platform = CurrentPlatform("iOS 17.2")
            config.setSource(of: RandomWorld.level(isRead: true)) {
                world.record(.level(isRead: true))
                return world.levels[true]
            }
        }
        for node in world.parents.indices where world.parents[node] == nil { runtime.register(worldNodes[node]) }
        paths = worldNodes.map { [runtime] in runtime.path(of: $0) }
        takeEverythingAsAnnounced()
    }

    // MARK: Changes

    func change(using random: inout SplitMix64) -> String {
        let truth = Truth.allCases.randomElement(using: &random)!
        let node = Int.random(in: 0..<RandomWorld.nodeCount, using: &random)
        switch Int.random(in: 0..<23, using: &random) {
        case 20..<23:
            let isRead = Bool.random(using: &random)
            let level = Int.random(in: 0...4, using: &random)
            world.levels[isRead] = level == 4 ? nil : level
            if !isRead { Flint.set(RandomWorld.level(isRead: false), to: world.levels[false]) }
            return makeKnown(.level(isRead: isRead))
        case 0..<6:
            let productID = RandomWorld.products.keys.sorted().randomElement(using: &random)!
            return set(truth, for: .product(productID))
        case 6: return set(truth, for: .pastPurchases(node))
        case 7..<10:
            let permission = RandomWorld.permissions.randomElement(using: &random)!
            world.statuses[permission] = SystemPermissionStatus.allCases.randomElement(using: &random)!
            return makeKnown(.permission(permission))
        case 10: return set(truth, for: .toggle(node))
        case 11: return set(truth, for: .isEnabled(node))
        case 12, 13:
            let flag = RandomWorld.flags.randomElement(using: &random)!
            return set(truth, for: .flag(flag, provider: Int.random(in: 0...1, using: &random)))
        case 14, 15:
            guard !pending.isEmpty else { return "nothing" }
            let question = pending.remove(at: Int.random(in: pending.indices, using: &random))
            announce(question)
            return "the late announcement of \(question)"
        case 16: return askAgain(using: &random)
        default: return override(node, truth, using: &random)
        }
    }

    private func set(_ truth: Truth, for question: RandomWorld.Question) -> String {
        world.truths[question] = truth
        return makeKnown(question)
    }

    private func makeKnown(_ question: RandomWorld.Question) -> String {
        switch world.manner(of: question) {
        case .prompt: announce(question)
        case .late: if !pending.contains(question) { pending.append(question) }
        case .silent: break
        }
        return "\(world.manner(of: question)) change of \(question)"
    }

    /// Announces a change in the name of its source.
    private func announce(_ question: RandomWorld.Question) {
        switch question {
        case .product(let id):
            announced[question] = world.truths[question]
            for node in needing(id) { announced[.pastPurchases(node)] = world.truths[.pastPurchases(node)] }
            tracker.announce(id)
        case .pastPurchases(let node):
            // Past purchases are announced under a product of the feature.
            if let id = world.products(of: node).first { announce(.product(id)) }
        case .permission(let permission):
            announcedStatuses[permission] = world.statuses[permission]
            checker.announce(permission)
        case .toggle:
            for node in paths.indices { announced[.toggle(node)] = world.truths[.toggle(node)] }
            toggles.announce()
        case .flag(let key, let provider):
            announcedFlags[key] = freshFlag(key)
            flags[provider].announce([key])
        case .isEnabled, .level: break
        }
    }

    private func needing(_ productID: String) -> [Int] {
        paths.indices.filter { world.products(of: $0).contains(productID) }
    }

    /// Makes the engine read sources again on the app's behalf.
    private func askAgain(using random: inout SplitMix64) -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            for id in RandomWorld.products.keys {
                announced[.product(id)] = world.truths[.product(id)]
                for node in needing(id) { announced[.pastPurchases(node)] = world.truths[.pastPurchases(node)] }
            }
            Flint.purchasesChanged()
            return "asking for purchases again"
        case 1:
            announcedStatuses = world.statuses
            Flint.permissionsChanged()
            return "asking for permissions again"
        case 2:
            for node in paths.indices { announced[.toggle(node)] = world.truths[.toggle(node)] }
            Flint.userSettingsChanged()
            return "asking for toggles again"
        case 3:
            for key in RandomWorld.flags { announcedFlags[key] = freshFlag(key) }
            Flint.featureFlagsChanged()
            return "asking for flags again"
        default:
            takeEverythingAsAnnounced()
            Flint.availabilityChecker.invalidate()
            return "asking for everything again"
        }
    }

    private func takeEverythingAsAnnounced() {
        announced = world.truths
        announcedStatuses = world.statuses
        for key in RandomWorld.flags { announcedFlags[key] = freshFlag(key) }
    }

    private func override(_ node: Int, _ truth: Truth, using random: inout SplitMix64) -> String {
        let key: FactKey
        var value = FactValue.truth(truth)
        switch Int.random(in: 0..<8, using: &random) {
        case 6, 7:
            key = RandomWorld.level(isRead: Bool.random(using: &random)).key
            value = .number(Int.random(in: 0...3, using: &random))
        case 0: key = .purchase(productID: RandomWorld.products.keys.sorted().randomElement(using: &random)!)
        case 1:
            key = .permission(RandomWorld.permissions.randomElement(using: &random)!)
            value = .permission(SystemPermissionStatus.allCases.randomElement(using: &random)!)
        case 2: key = .userSetting(feature: paths[node])
        case 3: key = .runtimeSwitch(feature: paths[node])
        case 4: key = .featureFlag(RandomWorld.flags.randomElement(using: &random)!)
        default:
            key = .platform
            value = .platform(CurrentPlatform("iOS \(Int.random(in: 15...18, using: &random))")!)
        }
        overrides[key] = Bool.random(using: &random) ? value : nil
        runtime.facts.setOverride(overrides[key], for: key, cause: .user)
        return "override of \(key): \(overrides[key].map { "\($0)" } ?? "none")"
    }

    // MARK: The oracle

    private func truth(_ question: RandomWorld.Question) -> Truth {
        (world.isSilent(question) ? world.truths[question] : announced[question]) ?? .unknown
    }

    private func freshFlag(_ key: FeatureKey) -> Truth {
        let answers = (0...1).map { world.truths[.flag(key, provider: $0)] ?? .unknown }
        return answers.first { $0 != .unknown } ?? .unknown
    }

    private func status(_ permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        func own(_ permission: SystemPermissionConstraint) -> SystemPermissionStatus {
            if case .permission(let status)? = overrides[.permission(permission)] { return status }
            let isSilent = world.isSilent(.permission(permission))
            return (isSilent ? world.statuses[permission] : announcedStatuses[permission]) ?? .notDetermined
        }
        let isUse = permission == .location(usage: .whenInUse) && overrides[.permission(permission)] == nil
        return isUse && own(.location(usage: .always)) == .authorized ? .authorized : own(permission)
    }

    private func owns(_ productID: String, _ node: Int) -> Truth {
        if let override = overrides[.purchase(productID: productID)] { return override.truth }
        guard RandomWorld.products[productID] is ConsumableProduct else { return truth(.product(productID)) }
        if truth(.pastPurchases(node)) == .true { return .true }
        return truth(.product(productID)) == .false ? .false : .unknown
    }

    private func truth(of need: RandomWorld.Need, _ node: Int) -> Truth {
        switch need {
        case .iOS(let version):
            let platform = overrides[.platform]?.currentPlatform
            return Truth((platform?.version.major ?? 17) >= version)
        case .runtimeSwitch:
            return overrides[.runtimeSwitch(feature: paths[node])]?.truth ?? truth(.isEnabled(node))
        case .toggle(let defaultValue):
            if let override = overrides[.userSetting(feature: paths[node])] { return override.truth }
            return Truth(truth(.toggle(node)).boolValue ?? defaultValue)
        case .flag(let key):
            if let override = overrides[.featureFlag(key)] { return override.truth }
            return world.flagManners.contains(.silent) ? freshFlag(key) : announcedFlags[key] ?? .unknown
        case .permission(let permission):
            switch status(permission) {
            case .authorized: return .true
            case .notDetermined: return .unknown
            case .denied, .restricted, .unsupported: return .false
            }
        case .level(let isRead, let least):
            let value = overrides[RandomWorld.level(isRead: isRead).key] ?? world.levels[isRead].map { .number($0) }
            guard case .number(let level)? = value else { return .unknown }
            return Truth(level >= least)
        case .products(let ids, let any):
            let truths = ids.map { owns($0, node) }
            let decisive: Truth = any ? .true : .false
            if truths.contains(decisive) { return decisive }
            return truths.contains(.unknown) ? .unknown : any ? .false : .true
        }
    }

    private func lineage(of node: Int) -> [Int] { [node] + (world.parents[node].map(lineage) ?? []) }

    private func verdict(_ node: Int) -> Truth {
        let truths = lineage(of: node).flatMap { owner in world.needs[owner].map { truth(of: $0, owner) } }
        if truths.contains(.false) { return .false }
        return truths.contains(.unknown) ? .unknown : .true
    }

    /// Returns the questions that a use of a node may ask: its unannounced dependencies.
    private func mayBeAsked(_ node: Int) -> Set<RandomWorld.Question> {
        var questions: Set<RandomWorld.Question> = []
        for owner in lineage(of: node) {
            for need in world.needs[owner] {
                switch need {
                case .iOS: break
                case .runtimeSwitch: questions.insert(.isEnabled(owner))
                case .toggle: questions.insert(.toggle(owner))
                case .flag(let key): questions.formUnion((0...1).map { .flag(key, provider: $0) })
                case .products(let ids, _):
                    questions.formUnion(ids.map { .product($0) })
                    if ids.contains(where: { RandomWorld.products[$0] is ConsumableProduct }) {
                        questions.insert(.pastPurchases(owner))
                    }
                case .permission(.location):
                    questions.formUnion(
                        [.permission(.location(usage: .whenInUse)), .permission(.location(usage: .always))])
                case .permission(let permission): questions.insert(.permission(permission))
                case .level(let isRead, _): questions.insert(.level(isRead: isRead))
                }
            }
        }
        return questions.filter(world.isSilent)
    }

    // MARK: Questions

    /// Asks every question about two nodes, in random order so that each question comes first at times.
    func askEverything(firstOf node: Int, _ random: inout SplitMix64, _ describe: (String) -> String) {
        for node in [node, (node + 3) % RandomWorld.nodeCount] {
            for question in (0..<6).shuffled(using: &random) {
                world.forgetQuestions()
                if let difference = ask(question, about: node) { Issue.record("\(describe(difference))") }
                let needless = world.asked.subtracting(mayBeAsked(node))
                if !needless.isEmpty { Issue.record("\(describe("node \(node): asked for \(needless)"))") }
            }
        }
    }

    /// Asks one question about a node and returns the difference from the oracle's answer, or `nil`.
    private func ask(_ question: Int, about node: Int) -> String? {
        let (feature, expected) = (worldNodes[node], verdict(node))
        switch question {
        case 0:
            guard feature.isGranted() != (expected == .true) else { return nil }
            return "a request for node \(node) is not as \(expected)"
        case 1:
            let isAvailable = Truth(feature.isAvailable)
            return isAvailable == expected ? nil : "node \(node) is \(isAvailable), not \(expected)"
        case 2:
            let isRefused = runtime.refusal(of: PingAction.self, feature: feature, session: runtime.mainSession) != nil
            return isRefused == (expected != .true) ? nil : "performing node \(node) is not as \(expected)"
        case 3: return differenceOfExplanation(node, expected)
        case 4:
            let permissions = feature.permissions
            let lists: [(Set<SystemPermissionConstraint>, SystemPermissionStatus)] = [
                (permissions.notDetermined, .notDetermined), (permissions.denied, .denied),
                (permissions.restricted, .restricted), (permissions.unsupported, .unsupported),
            ]
            let wrong = lists.first { list, status in list != permissions.all.filter { self.status($0) == status } }
            return wrong.map { "the \($0.1) permissions of node \(node) are \($0.0)" }
        default:
            let met = world.needs[node].filter { truth(of: $0, node) == .true }.compactMap {
                if case .products(let ids, _) = $0 { Set(ids) } else { nil }
            }
            let purchased = feature.purchases.purchased.map { Set($0.allProducts.map(\.productID)) }
            return Set(met) == Set(purchased) ? nil : "the purchases of node \(node) are \(purchased), not \(met)"
        }
    }

    private func differenceOfExplanation(_ node: Int, _ expected: Truth) -> String? {
        let explanation = runtime.explanation(of: worldNodes[node])
        if explanation.verdict != expected {
            return "node \(node) is explained as \(explanation.verdict), not \(expected)"
        }
        for row in explanation.requirements {
            let owner = row.inheritedFrom.flatMap { id in paths.firstIndex { $0.description == id } } ?? node
            let truth: Truth? =
                switch row.fact {
                case .purchase(let id): owns(id, owner)
                case .permission(let permission): self.truth(of: .permission(permission), owner)
                case .featureFlag(let key): self.truth(of: .flag(key), owner)
                case .runtimeSwitch: self.truth(of: .runtimeSwitch, owner)
                case .userSetting:
                    world.needs[owner].first { if case .toggle = $0 { true } else { false } }
                        .map { self.truth(of: $0, owner) }
                case .pastPurchases, .platform, .own, nil: nil
                }
            if let truth, truth != row.truth { return "node \(node): \(row.title) is \(row.truth), not \(truth)" }
        }
        return nil
    }
}
