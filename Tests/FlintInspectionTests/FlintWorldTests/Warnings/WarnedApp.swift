import FeatureGating
import FlintWorld
import Foundation

/// A small app as a recording, with the events and the state that warnings are about.
///
/// Times are seconds after ``start``.
struct WarnedApp {
    static let start = Date(timeIntervalSince1970: 1_000_000)
    static let pro = FactReference(kind: .purchase, key: "pro")
    static let flag = FactReference(kind: .flag, key: "beta")
    static let camera = FactReference(kind: .permission, key: "camera")

    var features: [DeclaredFeature] = []
    var facts: [FactRecord] = []
    var events: [EventRecord] = []
    var overrides: [OverrideRecord] = []
    var products: [ProductSnapshot] = []
    var flags: [FlagSnapshot] = []

    static func time(_ seconds: Double) -> Date { start + seconds }

    // MARK: State

    /// Adds a feature, whose availability follows from the facts that have been added.
    mutating func add(_ id: String, parent: String? = nil, _ requirement: Requirement<Condition>) {
        features.append(GatedApp.feature(features.count, id, parent: parent, requirement))
    }

    mutating func set(_ fact: FactReference, _ value: FactValue, since seconds: Double) {
        guard let key = FactKey(fact) else { return }
        facts.removeAll { $0.key == key }
        facts.append(
            FactRecord(key: key, fact: Fact(actual: value, source: .system, since: Self.time(seconds))))
    }

    mutating func override(
        _ fact: FactReference, _ value: FactValue, since seconds: Double, expiry: OverrideExpiry? = nil
    ) {
        guard let key = FactKey(fact) else { return }
        var state = facts.first { $0.key == key }?.fact ?? Fact(actual: value, source: .system, since: .distantPast)
        let override = FactOverride(value: value, cause: "console", since: Self.time(seconds), expiry: expiry)
        state.override = override
        facts.removeAll { $0.key == key }
        facts.append(FactRecord(key: key, fact: state))
        if let record = OverrideRecord(key: key, override: override) { overrides.append(record) }
    }

    mutating func wait(_ fact: FactReference, for value: FactValue) {
        guard let index = facts.firstIndex(where: { $0.reference == fact }) else { return }
        var state = facts[index].fact
        state.waiting = WaitingValue(value, source: .system, takesEffect: .nextSession)
        facts[index] = FactRecord(key: facts[index].key, fact: state)
    }

    mutating func sell(as type: ProductSnapshot.Kind = .nonConsumable, _ status: PurchaseStatus) {
        products = [
            ProductSnapshot(
                productID: Self.pro.key, name: "Pro", description: nil, type: type, status: status, override: nil,
                effective: status, balance: nil, features: nil)
        ]
    }

    static let requiresPro = Requirement<Condition>.fact(
        .purchase(pro.key))
    static let requiresFlag = Requirement<Condition>.fact(.featureFlag(FeatureKey(rawValue: flag.key)))
    static let requiresCamera = Requirement<Condition>.fact(.permission(.camera))

    // MARK: Events

    private mutating func note(_ content: EventRecord.Content, _ seconds: Double, cause: Cause = .app) {
        events.append(
            EventRecord(
                id: UInt64(events.count + 1), date: Self.time(seconds), cause: cause.rawValue, title: "",
                content: content))
    }

    mutating func deny(_ feature: String, _ action: String = "Open", at seconds: Double) {
        note(.requestDenied(EventRecord.Action(featureID: feature, id: action), blockers: []), seconds)
    }

    mutating func perform(_ feature: String, _ action: String = "Open", at seconds: Double) {
        let action = EventRecord.Action(featureID: feature, id: action)
        note(.actionBegan(EventRecord.Execution(of: action, request: UInt(events.count))), seconds)
    }

    /// Records a change of a feature's availability.
    mutating func flip(_ feature: String, at seconds: Double, cause: Cause = .app) {
        let change = FeatureChange(featureID: feature, featureName: feature, before: true, after: false)
        let fact = FactRecord(
            key: .pastPurchases(feature: "App"),
            fact: Fact(actual: .truth(.true), source: .store, since: Self.time(seconds)))
        note(.factChanged(EventRecord.Change(of: fact, features: [change])), seconds, cause: cause)
    }

    /// Records the current state of a fact as the result of a change.
    mutating func record(
        _ fact: FactReference, at seconds: Double, cause: Cause = .app, isFirstValue: Bool = false
    ) {
        guard let record = facts.first(where: { $0.reference == fact }) else { return }
        note(.factChanged(EventRecord.Change(of: record, isFirstValue: isFirstValue)), seconds, cause: cause)
    }

    mutating func change(
        _ fact: FactReference, to value: FactValue, at seconds: Double, isFirstValue: Bool = false
    ) {
        set(fact, value, since: seconds)
        record(fact, at: seconds, isFirstValue: isFirstValue)
    }

    /// Adds a flag with the answers of providers.
    mutating func addProviders(_ names: [String]) {
        let answers = names.map {
            FlagSnapshot.Answer(
                provider: $0, type: "remote", priority: 1, isMutable: false, hasFlag: true, value: true,
                reason: "STATIC", variant: nil, errorCode: nil, errorMessage: nil)
        }
        flags.append(
            FlagSnapshot(
                key: "beta", value: true, reason: "STATIC", provider: names.first, override: nil, effective: true,
                answers: answers, features: nil))
    }

    mutating func prompt(_ feature: String? = nil, at seconds: Double) {
        note(.promptShown(EventRecord.Prompt(permission: Self.camera, featureID: feature)), seconds)
    }

    mutating func answer(_ feature: String, at seconds: Double) {
        let prompt = EventRecord.Prompt(permission: Self.camera, featureID: feature)
        note(.promptAnswered(prompt, outcome: .success), seconds)
    }

    mutating func beginFlow(_ feature: String, at seconds: Double) { note(.flowBegan(featureID: feature), seconds) }

    mutating func endFlow(_ feature: String, at seconds: Double) {
        note(.flowEnded(featureID: feature, outcome: .success), seconds)
    }

    // MARK: Warnings

    private var world: World {
        var world = World()
        world.add(Catalog(features: features))
        world.set(facts)
        let summaries = features.map { feature in
            var summary = feature.summary
            summary.isAvailable = world.verdict(of: feature.id).boolValue
            return summary
        }
        world.model = AppModel(
            revision: .zero, status: AppStatus(appName: "App"), features: summaries, products: products,
            permissions: [], flags: flags, overrides: overrides)
        return world
    }

    /// Returns the app as a recording of a moment.
    func moment(at seconds: Double) -> MomentInspector {
        let events = events
        return MomentInspector(
            RecordedMoment(name: "app", event: UInt64(events.count), date: Self.time(seconds), isLast: true), world,
            MomentInspector.Records(
                stacks: [], history: { [] }, events: { id in events.filter { $0.id > id } }, logLines: { _ in [] },
                personas: { PersonaList() }, moment: nil))
    }

    /// Returns the warnings of a kind at a time.
    func warnings(
        _ kind: GateWarning.Kind, at seconds: Double, _ limit: WarningThreshold? = nil
    ) throws -> [GateWarning] {
        var rules = WarningRules()
        if let limit { rules[kind] = limit }
        return try moment(at: seconds).warnings(rules).filter { $0.kind == kind }
    }
}
