import Dispatch
import FeatureGating
import FlintCore
import FlintLocks

struct Worker: Sendable {
    private static let begun = Atomic(0)
    private static let ended = Atomic(0)
    private static let granted = Atomic(0)

    static var summary: String {
        "\(begun.load(ordering: .acquiring)) actions begun, \(ended.load(ordering: .acquiring)) ended, "
            + "\(granted.load(ordering: .acquiring)) requests granted"
    }

    /// Whether every action that has begun has completed.
    static var haveAllCompleted: Bool { begun.load(ordering: .acquiring) == ended.load(ordering: .acquiring) }

    private let number: Int
    private let runtime: FlintRuntime
    private let group: DispatchGroup
    private let session: ActionSession
    private var random: UInt64

    init(number: Int, runtime: FlintRuntime, group: DispatchGroup) {
        self.number = number
        self.runtime = runtime
        self.group = group
        session = ActionSession(named: "stress \(number)", userInitiatedActions: number.isMultiple(of: 2))
        random = UInt64(number + 1) &* 0x9e37_79b9_7f4a_7c15
    }

    mutating func step(_ round: Int) {
        if round % 20 == 10 { register(round / 20) }
        switch next(10) {
        case 0, 1: perform(next(100))
        case 2: request(next(100))
        case 3: override(next(5), isOn: next(6))
        case 4: change(next(4), to: next(5) > 0)
        case 5: focus(next(3))
        case 6: read()
        case 7: session.perform(Tram.leave)
        case 8: look()
        default: turn(next(3), on: next(5) > 0)
        }
    }

    private func perform(_ input: Int) {
        Self.begun.add(2, ordering: .relaxed)
        group.enter()
        group.enter()
        session.perform(Tram.ride, input: input) { [group] _ in Self.note(group) }
        session.perform(Tram.wait) { [group] _ in Self.note(group) }
    }

    private func request(_ input: Int) {
        guard let request = Museum.visit.request() else { return }
        Self.granted.add(1, ordering: .relaxed)
        Self.begun.add(1, ordering: .relaxed)
        group.enter()
        request.perform(withInput: input) { [group] _ in Self.note(group) }
    }

    private static func note(_ group: DispatchGroup) {
        ended.add(1, ordering: .relaxed)
        group.leave()
    }

    private func override(_ fact: Int, isOn: Int) {
        let truth: Truth? = [.true, .true, .true, nil, nil, .false][isOn]
        switch fact {
        case 0: runtime.facts.overridePurchase(World.pass.productID, with: truth, expiry: .uses(3))
        case 1: runtime.facts.overridePermission(.camera, with: truth.map { $0 == .true ? .authorized : .restricted })
        case 2: runtime.facts.overrideUserSetting(of: Museum.identifier, with: truth.map { $0 == .true })
        case 3: runtime.facts.overrideRuntimeSwitch(of: Quarter.identifier, with: truth.map { $0 == .true })
        default: runtime.facts.removeAllOverrides(cause: .app)
        }
    }

    private func change(_ fact: Int, to isOn: Bool) {
        switch fact {
        case 0: World.tracker.overridePurchase(product: World.pass, with: isOn ? .purchased : .notPurchased)
        case 1: World.camera.permit(isOn)
        case 2: World.toggles.setEnabled(Museum.self, enabled: isOn)
        default: World.flags.setFeatureEnabled(feature: FeatureFlag(key: World.trams), enabled: isOn)
        }
    }

    private func focus(_ what: Int) {
        let selection = FocusFeature.dependencies.focusSelection
        switch what {
        case 0: selection?.focus(Tram.self)
        case 1: selection?.defocus(Tram.self)
        default: selection?.reset()
        }
    }

    private func read() {
        for metadata in runtime.features { _ = runtime.explanation(of: metadata).summary }
        _ = runtime.facts.all.count + runtime.products.count
        _ = runtime.preview(overriding: [.permission(.camera): .permission(.denied)])
        _ = runtime.actionStacks.dumpActionStacks()
    }

    private func look() {
        _ = runtime.journal.events(after: 10).count
        _ = runtime.timeline.entries.last?.description
        for stack in runtime.actionStacks.allActionStacks() { _ = stack.withEntries(\.count) }
        let token = runtime.facts.observe { _ in }
        let observation = Flint.dispatcher.add(observer: ActionLoggingDispatchObserver.instance)
        observation.cancel()
        token.cancel()
    }

    private func turn(_ what: Int, on isOn: Bool) {
        switch what {
        case 0: TimelineFeature.isEnabled = isOn
        case 1: ActionStacksFeature.isEnabled = isOn
        default:
            World.isQuarterOpen.store(isOn, ordering: .releasing)
            Flint.runtimeSwitchChanged(Quarter.self)
        }
    }

    private func register(_ house: Int) {
        let (street, house) = (letters[number % letters.count], letters[house % letters.count])
        Self.open(street, house)
    }

    private static func open<Street: Letter, House: Letter>(_ street: Street.Type, _ house: House.Type) {
        Flint.register(Shop<Street, House>.self)
        _ = Shop<Street, House>.buy.request()
    }

    private mutating func next(_ limit: Int) -> Int {
        random &+= 0x9e37_79b9_7f4a_7c15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
