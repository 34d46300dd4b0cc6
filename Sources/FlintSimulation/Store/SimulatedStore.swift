public import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store, simulated: what has been bought, what is left of it, what happens by itself, and who wants to know.
///
/// ```swift
/// let store = SimulatedStore(
///     offers: [StoreOffer(premium, price: "$4.99", subscriptionPeriod: SubscriptionPeriod("P1M"))],
///     clock: SimulatedClock(rate: 0))
/// Flint.quickSetup(AppFeatures.self) {
///     $0.purchaseTracker = store
///     store.connect(to: .current)
/// }
/// store.buy("premium.monthly")
/// store.clock.advance(by: 40 * 86_400)      // renewed once
/// ```
///
/// A product nothing has been said of is not owned. Whatever happens at the store is first recorded in the journals of
/// the runtimes it is connected to, and then told to observers, one thing after another, also when the clock is put
/// forward past many at once. All members may be called from any thread; observers are told with no lock held, on
/// the thread of the change or, if another one is just telling, on that.
public final class SimulatedStore: PurchaseTracker, Sendable {
    /// How many things happen at most because the clock has run on by itself; it is then held up.
    static let mostStepsOfClock = 366

    /// The store's clock; putting it forward lets everything happen that falls due meanwhile.
    public let clock: SimulatedClock
    /// What the store sells.
    public let offers: [StoreOffer]
    /// Changes go through it one at a time.
    private let memory: Protected<DeviceMemory>
    private let initial: DeviceContent.Store
    /// Finds a product of an app, for a copy that is connected to none.
    private let productInApp: @Sendable (String) -> Product?
    private let state = Protected(State())
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    private let runtimes = WeakObserverList<FlintRuntime>()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - owned: The identifiers of the products that have been bought.
    ///   - balances: How many units are left of products that are used up, by identifier.
    ///   - offers: What the store sells. Other products can be bought too.
    ///   - settings: How the store behaves.
    ///   - clock: The store's clock, which belongs to it from now on.
    public convenience init(
        owned: Set<String> = [], balances: [String: Int] = [:], offers: [StoreOffer] = [],
        settings: StoreSettings = StoreSettings(), clock: SimulatedClock = SimulatedClock()
    ) {
        var simulation = StoreSimulation(now: clock.now, offers: offers, settings: settings)
        for productID in owned.sorted() { simulation.setOwned(true, productID) }
        for (productID, balance) in balances.sorted(by: { $0.key < $1.key }) {
            simulation.setBalance(balance, productID)
        }
        self.init(
            initial: DeviceContent.Store(simulation: simulation, time: clock.time), offers: offers, clock: clock)
    }

    private init(
        initial: DeviceContent.Store, offers: [StoreOffer], clock: SimulatedClock,
        productInApp: @escaping @Sendable (String) -> Product? = { _ in nil }
    ) {
        self.productInApp = productInApp
        self.clock = clock
        self.offers = offers
        self.initial = initial
        memory = Protected(DeviceMemory())
        let answers = Self.answers(of: initial.simulation)
        state.withLock { state in
            state.told = answers
            state.latest = answers
        }
        clock.onChange { [weak self] in self?.clockDidChange() }
        wakeForNext(initial.simulation)
    }

    /// Records what happens at the store in a runtime's journal from now on; the runtime is not kept alive.
    ///
    /// - Parameter runtime: Usually `FlintRuntime.current`, while it is set up.
    public func connect(to runtime: FlintRuntime) {
        runtimes.add(runtime)
        // What fell due before happens where it can be observed.
        catchUp()
    }

    // MARK: What happens

    /// The store as a value, as far as it has come.
    package var simulation: StoreSimulation {
        content(memory.withLock { $0.content }).simulation
    }

    /// Performs an action at the store.
    ///
    /// - Parameter action: The action.
    /// - Returns: What happened, of much of it the newest.
    /// - Throws: ``StoreRefusal`` if it is impossible; nothing has then changed.
    @discardableResult
    public func send(_ action: StoreAction) throws(StoreRefusal) -> [StoreEvent] {
        switch action {
        case .advance(let seconds): return advance(by: seconds)
        case .advanceToNextEvent: return advanceToNextEvent()
        case .setRate(let rate):
            setRate(rate)
            return []
        case .reset: return reset()
        default: return try perform(action)
        }
    }

    /// Performs an action that does not concern the clock.
    private func perform(_ action: StoreAction) throws(StoreRefusal) -> [StoreEvent] {
        let product: Product? = if case .buy(let productID, _, _) = action { product(productID) } else { nil }
        let result: Result<[StoreEvent], StoreRefusal> = change { store, steps in
            if let product, store.simulation.offer(of: product.productID) == nil {
                store.simulation.offers.append(StoreOffer(product))
            }
            do throws(StoreRefusal) {
                let events = try store.simulation.send(action)
                steps.append(Step(events: events, answers: Self.answers(of: store.simulation)))
                return .success(events)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Buys a product; does nothing if that is invalid, such as when it is owned already.
    public func buy(_ productID: String) {
        _ = try? send(.buy(productID: productID))
    }

    /// Gives the money back for the latest purchase of a product, if there was one.
    public func refund(_ productID: String) {
        _ = try? send(.refund(productID: productID))
    }

    /// Makes the store behave differently from now on.
    ///
    /// - Parameter body: Gets how the store behaves and changes it.
    /// - Returns: The changes, as events.
    @discardableResult
    public func updateSettings(_ body: @escaping @Sendable (inout StoreSettings) -> Void) -> [StoreEvent] {
        change { store, steps in
            let events = store.simulation.updateSettings(body)
            steps.append(Step(events: events, answers: Self.answers(of: store.simulation)))
            return events
        }
    }

    /// Puts the clock forward; fewer than 0 seconds change nothing.
    ///
    /// - Parameter seconds: How far.
    /// - Returns: What happened meanwhile, of much of it the newest.
    @discardableResult
    public func advance(by seconds: Double) -> [StoreEvent] {
        advance { store in store.simulation.now.addingTimeInterval(max(0, seconds)) }
    }

    /// Sets how many seconds pass on the clock in a real one, from 0 to 2,592,000, a month per second.
    public func setRate(_ rate: Double) {
        change { [clock] store, _ in store.time = store.time.running(at: rate, from: clock.realNow) }
    }

    /// Puts the clock forward to the next thing that happens by itself.
    ///
    /// - Returns: What happened; nothing if nothing was due.
    @discardableResult
    public func advanceToNextEvent() -> [StoreEvent] {
        advance { store in store.simulation.nextDue?.date ?? store.simulation.now }
    }

    private func advance(_ target: @escaping @Sendable (DeviceContent.Store) -> Date) -> [StoreEvent] {
        change { [clock] store, steps in
            let (count, real) = (store.simulation.eventCount, clock.realNow)
            store.time = store.time.set(to: target(store), at: real)
            Self.catchUp(&store, at: real, mostSteps: StoreSimulation.mostSteps, into: &steps)
            return store.simulation.events(after: count)
        }
    }

    /// A store of which this one is unaware, where everything is as it is here, for finding out what would happen.
    package func copy() -> SimulatedStore {
        let clock = SimulatedClock(realTime: { [clock] in clock.realNow }, timer: NoTimer())
        let copy = SimulatedStore(initial: initial, offers: offers, clock: clock) { [weak self] in
            self?.product($0)
        }
        let content = memory.withLock { $0.content }
        copy.memory.withLock { $0.update { $0 = content } }
        copy.reload()
        return copy
    }

    /// Makes everything what it was at first, the clock included.
    ///
    /// - Returns: What happened, which is just that.
    @discardableResult
    public func reset() -> [StoreEvent] {
        change(catchesUp: false) { [initial, clock] store, steps in
            let before = store.simulation
            let real = clock.realNow
            store = initial
            store.time = initial.time.set(to: initial.time.now(at: real), at: real)
            store.simulation.events = before.events
            store.simulation.eventCount = before.eventCount
            Self.catchUp(&store, at: real, mostSteps: StoreSimulation.mostSteps, into: &steps)
            let event = store.simulation.report(nil, "everything is as it was at first")
            steps.append(Step(events: [event], answers: Self.answers(of: store.simulation)))
            return [event]
        }
    }

    // MARK: Changing answers without events

    /// Sets whether a product is owned; `nil` means unknown.
    ///
    /// This is not something that happens at the store, so it leaves no event.
    public func set(_ isOwned: Bool?, for productID: String) {
        let product = product(productID)
        change { store, steps in
            if let product, store.simulation.offer(of: productID) == nil {
                store.simulation.offers.append(StoreOffer(product))
            }
            store.simulation.setOwned(isOwned, productID)
            steps.append(Step(answers: Self.answers(of: store.simulation), isStoresOwn: false))
        }
    }

    /// Sets how many units are left of a consumable product; `nil` means unknown.
    public func setBalance(_ balance: Int?, of productID: String) {
        change { store, steps in
            store.simulation.setBalance(balance, productID)
            steps.append(Step(answers: Self.answers(of: store.simulation), isStoresOwn: false))
        }
    }

    /// Sets whether purchases made earlier unlock a feature in place of the consumable products it requires.
    ///
    /// Observers are told of every product the feature requires in a runtime the store is connected to; of one
    /// without an identifier if none is known, since something has changed all the same.
    public func setUnlocked(_ isUnlocked: Bool, feature: FeatureDefinition.Type) {
        let id = ObjectIdentifier(feature)
        let isChanged = state.withLock { state in
            isUnlocked ? state.unlocked.insert(id).inserted : state.unlocked.remove(id) != nil
        }
        guard isChanged else { return }
        var productIDs: Set<String> = []
        runtimes.notify { runtime in
            let metadata = runtime.features.first { $0.feature == feature }
            productIDs.formUnion(metadata?.productsRequired.map(\.productID) ?? [])
        }
        for productID in productIDs.isEmpty ? [""] : productIDs.sorted() { tell(productID) }
    }

    // MARK: Answers

    /// Every change is announced.
    public var announcesChanges: Bool { true }

    /// Whether a product that is bought once is owned.
    public func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        answer(product.productID).isOwned
    }

    /// Whether a subscription is running.
    public func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        answer(product.productID).isOwned
    }

    /// Whether purchases made earlier unlock a feature in place of the consumable products it requires.
    public func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        let id = ObjectIdentifier(feature)
        return state.withLock { $0.unlocked.contains(id) }
    }

    /// How many units are left of a product that is used up.
    public func creditBalance(of product: ConsumableProduct) -> Int? {
        answer(product.productID).balance
    }

    /// Adds an observer, which is not kept alive.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
    }

    /// Takes an observer off again.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
    }

    private func answer(_ productID: String) -> Answer {
        state.withLock { $0.told[productID] ?? .nothing }
    }

    /// A product as people read it: as it is offered, as an app calls it, or else its identifier.
    package func name(of productID: String) -> String {
        offers.first { $0.productID == productID }?.name ?? product(productID)?.name ?? productID
    }

    /// A product of a runtime the store is connected to, by its identifier.
    private func product(_ productID: String) -> Product? {
        var found: Product?
        runtimes.notify { runtime in
            found = found ?? runtime.products.first { $0.productID == productID }
        }
        return found ?? productInApp(productID)
    }
}

// MARK: - Changes

extension SimulatedStore {
    /// Remembers everything somewhere else from now on, and takes over what is remembered there.
    func attach(_ new: DeviceMemory) {
        memory.withLock { memory in
            memory = new
            // What happened before is not told again.
            let count = content(new.content).simulation.eventCount
            state.withLock { $0.eventCount = count }
        }
        new.onChange { [weak self] in self?.reload() }
        reload()
    }

    /// Takes over what another process has made of the store.
    func reload() {
        let simulation = memory.withLock { memory in
            let store = content(memory.content)
            let events = store.simulation.events(after: state.withLock { $0.eventCount })
            enqueue([Step(events: events, answers: Self.answers(of: store.simulation))], finally: store)
            return store.simulation
        }
        announceSteps()
        wakeForNext(simulation)
    }

    /// Lets everything happen that has fallen due, if anything has.
    private func catchUp() {
        let simulation = self.simulation
        guard let due = simulation.nextDue, due.date <= clock.now else { return wakeForNext(simulation) }
        change { _, _ in }
    }

    private func clockDidChange() {
        let time = clock.time
        change(catchesUp: false) { [clock] store, steps in
            store.time = time
            Self.catchUp(&store, at: clock.realNow, mostSteps: StoreSimulation.mostSteps, into: &steps)
        }
    }

    /// The store as it is now, without its offers and the events that it has had.
    var remembered: DeviceContent.Store {
        var store = memory.withLock { $0.content.store } ?? initial
        store.simulation.offers = []
        store.simulation.events = []
        store.simulation.eventCount = 0
        return store
    }

    /// Makes the store what it was when it was remembered, apart from the events that it has had since.
    func restore(_ remembered: DeviceContent.Store) {
        change(catchesUp: false) { store, steps in
            let (events, count) = (store.simulation.events, store.simulation.eventCount)
            let offers = store.simulation.offers
            store = remembered
            store.simulation.offers = offers
            store.simulation.events = events
            store.simulation.eventCount = count
            steps.append(Step(answers: Self.answers(of: store.simulation), isStoresOwn: false))
        }
    }

    /// What is remembered of the store, with what the program knows of it.
    func content(_ content: DeviceContent) -> DeviceContent.Store {
        var store = content.store ?? initial
        store.simulation.offers = offers
        return store
    }

    /// Makes a change, saves it and announces its results.
    ///
    /// - Parameters:
    ///   - catchesUp: Whether what has fallen due happens first.
    ///   - body: Makes the change and adds the steps in which it is told.
    /// - Returns: What the body returns.
    @discardableResult
    private func change<Result>(
        catchesUp: Bool = true,
        _ body: @escaping @Sendable (inout DeviceContent.Store, inout [Step]) -> Result
    ) -> Result {
        let (result, simulation): (Result, StoreSimulation) = memory.withLock { memory in
            let (result, store, steps) = memory.update { [self] content in
                var store = self.content(content)
                var steps: [Step] = []
                if catchesUp {
                    Self.catchUp(&store, at: clock.realNow, mostSteps: Self.mostStepsOfClock, into: &steps)
                }
                let result = body(&store, &steps)
                var saved = store
                saved.simulation.offers = []
                content.store = saved
                return (result, store, steps)
            }
            enqueue(steps, finally: store)
            return (result, store.simulation)
        }
        announceSteps()
        wakeForNext(simulation)
        return result
    }

    /// Lets a store come as far as its clock, step by step.
    private static func catchUp(
        _ store: inout DeviceContent.Store, at real: Date, mostSteps: Int, into steps: inout [Step]
    ) {
        let now = store.time.now(at: real)
        for _ in 0..<mostSteps {
            guard let events = store.simulation.advanceToNextDue(noLaterThan: now) else { break }
            steps.append(Step(events: events, answers: answers(of: store.simulation)))
        }
        // What could not happen in time holds the clock up; a clock that was set back does not hold the store up.
        if store.simulation.now != now { store.time = store.time.set(to: store.simulation.now, at: real) }
    }

    private func wakeForNext(_ simulation: StoreSimulation) {
        clock.wake(at: simulation.nextDue?.date) { [weak self] in self?.catchUp() }
    }

    private static func answers(of simulation: StoreSimulation) -> [String: Answer] {
        Dictionary(
            uniqueKeysWithValues: simulation.productsKnown.map {
                ($0, Answer(isOwned: simulation.isOwned($0), balance: simulation.balance(of: $0)))
            })
    }
}

// MARK: - Telling

extension SimulatedStore {
    /// Puts steps on the list of what is to be told, and after them whatever else is different now.
    private func enqueue(_ steps: [Step], finally store: DeviceContent.Store) {
        clock.adopt(store.time)
        let rest = Step(answers: Self.answers(of: store.simulation))
        state.withLock { state in
            for step in steps + [rest] { state.enqueue(step) }
            state.eventCount = store.simulation.eventCount
        }
    }

    /// Announces every queued step, unless another caller is doing so.
    private func announceSteps() {
        while let step = state.withLock({ $0.nextStep() }) {
            for event in step.events { runtimes.notify { $0.record(event) } }
            let productIDs = step.answers.keys.sorted()
            if step.isStoresOwn, !productIDs.isEmpty {
                Cause.withCause(.store) { for productID in productIDs { tell(productID) } }
            } else {
                for productID in productIDs { tell(productID) }
            }
            state.withLock { $0.isTelling = false }
        }
    }

    private func tell(_ productID: String) {
        let isOwned = answer(productID).isOwned ?? false
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isOwned) }
    }
}
