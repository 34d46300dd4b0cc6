// SPDX-License-Identifier: MIT

public import FlintCore
import FlintFoundation
import FlintLocks

/// A simulated store with purchases, subscriptions, credit balances, and its own clock.
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
/// A product is not owned until it is bought, shared, or set as owned. The store records each event in the journals of
/// its connected runtimes and then notifies its observers. Events are announced one at a time, even if the clock
/// advances past many of them at once.
///
/// All members may be called from any thread. Observers are called while no lock is held, on the thread that made the
/// change or on a thread that is already announcing an earlier one.
public final class SimulatedStore: PurchaseTracker, ImmediateSource, Sendable {
    package var answersImmediately: Bool { true }

    /// The maximum number of events that are triggered when the store catches up with its running clock.
    ///
    /// If more events are due, the clock is held back to the last one that was triggered.
    static let maximumClockSteps = 366

    /// The store's clock.
    ///
    /// Advancing it triggers every event that falls due in between.
    public let clock: SimulatedClock
    /// The products for sale, with their terms.
    ///
    /// Products without an offer can be bought too.
    public let offers: [StoreOffer]
    /// The state in memory or in a file, whose lock also serializes all changes.
    private let memory: Protected<DeviceMemory>
    private let initialContent: DeviceContent.Store
    /// A closure that finds a product in the original store's runtimes, because a copy is not connected to a runtime.
    private let productInApp: @Sendable (String) -> Product?
    private let state = Protected(State())
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    private let runtimes = WeakObserverList<FlintRuntime>()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - owned: The identifiers of the owned products.
    ///   - balances: The remaining units of consumable products, by product identifier.
    ///   - offers: The products for sale. Other products can be bought too.
    ///   - settings: The store's behavior.
    ///   - clock: The store's clock. A clock must not be shared with another store.
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
        self.initialContent = initial
        memory = Protected(DeviceMemory())
        let answers = Self.answers(of: initial.simulation)
        state.withLock { state in
            state.announcedAnswers = answers
            state.latest = answers
        }
        clock.onChange { [weak self] in self?.clockDidChange() }
        wakeForNext(initial.simulation)
    }

    /// Connects the store to a runtime.
    ///
    /// From then on, the runtime's journal records the store's events. The store holds a weak reference to the runtime.
    ///
    /// - Parameter runtime: The runtime; during setup, usually `FlintRuntime.current`.
    public func connect(to runtime: FlintRuntime) {
        runtimes.add(runtime)
        // Overdue events are announced only now, when the runtime can observe them.
        catchUp()
    }

    // MARK: Actions

    package var simulation: StoreSimulation {
        content(memory.withLock { $0.content }).simulation
    }

    /// Performs a store action.
    ///
    /// - Parameter action: The action to perform.
    /// - Returns: The events that the action caused, oldest first; at most the 100 newest.
    /// - Throws: ``StoreRefusal`` if the action is impossible. The store is then unchanged.
    @discardableResult
    public func send(_ action: StoreAction) throws(StoreRefusal) -> [StoreEvent] {
        switch action {
        case .advance(let seconds): return advance(by: seconds)
        case .advanceToNextEvent: return advanceToNextEvent()
        case .setRate(let rate):
            setRate(rate)
            return []
        case .reset: return reset()
        case .buy, .approve, .decline, .resume, .refund, .revoke, .share, .deleteTransaction, .renew, .expire,
            .setAutoRenew, .consume, .setAskToBuy, .setFailsRenewals:
            return try perform(action)
        }
    }

    private func perform(_ action: StoreAction) throws(StoreRefusal) -> [StoreEvent] {
        let product: Product? = if case .buy(let productID, _, _) = action { product(productID) } else { nil }
        let result: Result<[StoreEvent], StoreRefusal> = change { store, steps in
            // A product of the app that the store does not sell is added with its declared type, because the store
            // cannot know the type otherwise.
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

    /// Buys a product.
    ///
    /// Has no effect if the store refuses the purchase, for example because the product is already owned. To find out
    /// the reason for a refusal, use ``send(_:)``.
    public func buy(_ productID: String) {
        _ = try? send(.buy(productID: productID))
    }

    /// Refunds the latest purchase of a product.
    ///
    /// Has no effect if the product has no purchase to refund.
    public func refund(_ productID: String) {
        _ = try? send(.refund(productID: productID))
    }

    /// Changes the store's settings.
    ///
    /// - Parameter body: A closure that modifies the settings.
    /// - Returns: One event for each setting that changed.
    @discardableResult
    public func updateSettings(_ body: @escaping @Sendable (inout StoreSettings) -> Void) -> [StoreEvent] {
        change { store, steps in
            let events = store.simulation.updateSettings(body)
            steps.append(Step(events: events, answers: Self.answers(of: store.simulation)))
            return events
        }
    }

    /// Advances the clock by a number of seconds.
    ///
    /// - Parameter seconds: The number of seconds. A negative number counts as 0.
    /// - Returns: The events that fell due, oldest first; at most the 100 newest.
    @discardableResult
    public func advance(by seconds: Double) -> [StoreEvent] {
        advance { store in store.simulation.now.addingTimeInterval(max(0, seconds)) }
    }

    /// Sets the number of simulated seconds per real second.
    ///
    /// The rate is clamped to the range from 0 to 2,592,000, which is 30 days per second.
    public func setRate(_ rate: Double) {
        change { [clock] store, _ in store.time = store.time.running(at: rate, from: clock.monotonicNow) }
    }

    /// Advances the clock to the next scheduled event.
    ///
    /// - Returns: The events that fell due, or an empty array if no event is scheduled.
    @discardableResult
    public func advanceToNextEvent() -> [StoreEvent] {
        advance { store in store.simulation.nextDue?.date ?? store.simulation.now }
    }

    private func advance(_ target: @escaping @Sendable (DeviceContent.Store) -> Date) -> [StoreEvent] {
        change { [clock] store, steps in
            let (count, real) = (store.simulation.eventCount, clock.monotonicNow)
            store.time = store.time.set(to: target(store), at: real)
            Self.catchUp(&store, at: real, maximumSteps: StoreSimulation.maximumSteps, into: &steps)
            return store.simulation.events(afterFirst: count)
        }
    }

    package func copy() -> SimulatedStore {
        let clock = SimulatedClock(realTime: { [clock] in clock.monotonicNow }, timer: NoTimer())
        let copy = SimulatedStore(initial: initialContent, offers: offers, clock: clock) { [weak self] in
            self?.product($0)
        }
        let content = memory.withLock { $0.content }
        copy.memory.withLock { $0.update { $0 = content } }
        copy.reload()
        return copy
    }

    /// Resets the store and its clock to their initial state.
    ///
    /// - Returns: A single event that describes the reset.
    @discardableResult
    public func reset() -> [StoreEvent] {
        change(catchesUp: false) { [initialContent, clock] store, steps in
            let before = store.simulation
            let real = clock.monotonicNow
            store = initialContent
            store.time = initialContent.time.set(to: initialContent.time.now(at: real), at: real)
            store.simulation.events = before.events
            // The count of events continues, because observers use it to recognize new events.
            store.simulation.eventCount = before.eventCount
            Self.catchUp(&store, at: real, maximumSteps: StoreSimulation.maximumSteps, into: &steps)
            let event = store.simulation.report(nil, "the store was reset to its initial state")
            steps.append(Step(events: [event], answers: Self.answers(of: store.simulation)))
            return [event]
        }
    }

    // MARK: Changing answers without events

    /// Sets whether a product is owned, without recording an event.
    ///
    /// Pass `nil` for unknown ownership.
    public func setOwned(_ isOwned: Bool?, productID: String) {
        let product = product(productID)
        change { store, steps in
            if let product, store.simulation.offer(of: productID) == nil {
                store.simulation.offers.append(StoreOffer(product))
            }
            store.simulation.setOwned(isOwned, productID)
            steps.append(Step(answers: Self.answers(of: store.simulation), isCausedByStore: false))
        }
    }

    /// Sets the remaining units of a consumable product, without recording an event.
    ///
    /// Pass `nil` for an unknown balance.
    public func setBalance(_ balance: Int?, of productID: String) {
        change { store, steps in
            store.simulation.setBalance(balance, productID)
            steps.append(Step(answers: Self.answers(of: store.simulation), isCausedByStore: false))
        }
    }

    /// Sets whether past purchases unlock a feature in place of the consumable products that it requires.
    ///
    /// Observers are notified of every product that the feature requires in a connected runtime. If no such product is
    /// known, they are notified of a product with an empty identifier.
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
        // Observers must reevaluate even if the feature names no product.
        for productID in productIDs.isEmpty ? [""] : productIDs.sorted() { notifyObservers(of: productID) }
    }

    // MARK: Answers

    /// Always `true`, because the store announces every change.
    public var announcesChanges: Bool { true }

    /// Returns whether a non-consumable product is owned, or `nil` if this is unknown.
    public func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        answer(product.productID).isOwned
    }

    /// Returns whether a subscription is active, or `nil` if this is unknown.
    public func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        answer(product.productID).isOwned
    }

    /// Returns whether past purchases unlock a feature in place of the consumable products that it requires.
    public func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        let id = ObjectIdentifier(feature)
        return state.withLock { $0.unlocked.contains(id) }
    }

    /// Returns the remaining units of a consumable product, or `nil` if the balance is unknown.
    public func creditBalance(of product: ConsumableProduct) -> Int? {
        answer(product.productID).balance
    }

    /// Returns the store's offer of a product, for ``/FlintCore/Flint/DependenciesConfig/productListing``.
    ///
    /// A store without any offers sells every product for an unknown price.
    public func listing(of product: Product) -> ProductListing {
        guard let offer = offers.first(where: { $0.productID == product.productID }) else {
            return offers.isEmpty ? .sold(nil) : .notSold
        }
        let period = offer.subscriptionPeriod ?? (offer.type == .autoRenewable ? .month : nil)
        return .sold(offer.price.flatMap { ProductPrice($0, period: period?.description) })
    }

    /// Adds an observer.
    ///
    /// The store holds a weak reference to the observer.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
    }

    /// Removes an observer.
    ///
    /// Has no effect if the observer was not added.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
    }

    private func answer(_ productID: String) -> Answer {
        state.withLock { $0.announcedAnswers[productID] ?? .nothing }
    }

    package func name(of productID: String) -> String {
        offers.first { $0.productID == productID }?.name ?? product(productID)?.name ?? productID
    }

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
    /// Replaces the device memory and adopts the store state that the new memory holds.
    func attach(_ new: DeviceMemory) {
        memory.withLock { memory in
            memory = new
            // Events from before the move are not announced again.
            let count = content(new.content).simulation.eventCount
            state.withLock { $0.eventCount = count }
        }
        new.onChange { [weak self] in self?.reload() }
        reload()
    }

    func reload() {
        let simulation = memory.withLock { memory in
            let store = content(memory.content)
            let events = store.simulation.events(afterFirst: state.withLock { $0.eventCount })
            enqueue([Step(events: events, answers: Self.answers(of: store.simulation))], finally: store)
            return store.simulation
        }
        announceSteps()
        wakeForNext(simulation)
    }

    private func catchUp() {
        let simulation = self.simulation
        guard let due = simulation.nextDue, due.date <= clock.now else { return wakeForNext(simulation) }
        // An empty change triggers the overdue events.
        change { _, _ in }
    }

    private func clockDidChange() {
        let time = clock.time
        change(catchesUp: false) { [clock] store, steps in
            store.time = time
            Self.catchUp(&store, at: clock.monotonicNow, maximumSteps: StoreSimulation.maximumSteps, into: &steps)
        }
    }

    var restorableContent: DeviceContent.Store {
        var store = memory.withLock { $0.content.store } ?? initialContent
        store.simulation.offers = []
        store.simulation.events = []
        store.simulation.eventCount = 0
        return store
    }

    func restorableContent(in state: StoreState) -> DeviceContent.Store {
        let real = clock.monotonicNow
        var store = restorableContent
        store.time =
            switch state.clock {
            case .running(let ahead, let rate):
                SimulatedTime(moment: real.addingTimeInterval(Double(ahead.seconds)), since: real, rate: rate)
            case .stopped(let moment): SimulatedTime(moment: moment.date, since: real, rate: 0)
            }
        store.simulation.adopt(state, at: store.time.moment, offers: offers)
        return store
    }

    /// Restores a saved state, but keeps the current offers and recorded events.
    func restore(_ remembered: DeviceContent.Store) {
        change(catchesUp: false) { store, steps in
            let (events, count) = (store.simulation.events, store.simulation.eventCount)
            let offers = store.simulation.offers
            store = remembered
            store.simulation.offers = offers
            store.simulation.events = events
            store.simulation.eventCount = count
            steps.append(Step(answers: Self.answers(of: store.simulation), isCausedByStore: false))
        }
    }

    func content(_ content: DeviceContent) -> DeviceContent.Store {
        var store = content.store ?? initialContent
        store.simulation.offers = offers
        return store
    }

    /// Makes a change, saves it, and announces its results.
    ///
    /// Overdue events are triggered first, unless `catchesUp` is `false`. The closure appends the steps to announce.
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
                    Self.catchUp(&store, at: clock.monotonicNow, maximumSteps: Self.maximumClockSteps, into: &steps)
                }
                let result = body(&store, &steps)
                var saved = store
                // Each program supplies its own offers, so the file does not contain them.
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

    private static func catchUp(
        _ store: inout DeviceContent.Store, at real: Date, maximumSteps: Int, into steps: inout [Step]
    ) {
        let now = store.time.now(at: real)
        for _ in 0..<maximumSteps {
            guard let events = store.simulation.advanceToNextDue(noLaterThan: now) else { break }
            steps.append(Step(events: events, answers: answers(of: store.simulation)))
        }
        // If the limit was reached, the clock is held back to the last event. If the clock was set back, it moves
        // forward to the store's time again.
        if store.simulation.now != now { store.time = store.time.set(to: store.simulation.now, at: real) }
    }

    private func wakeForNext(_ simulation: StoreSimulation) {
        clock.wake(at: simulation.nextDue?.date) { [weak self] in self?.catchUp() }
    }

    private static func answers(of simulation: StoreSimulation) -> [String: Answer] {
        Dictionary(
            uniqueKeysWithValues: simulation.knownProductIDs.map {
                ($0, Answer(isOwned: simulation.isOwned($0), balance: simulation.balance(of: $0)))
            })
    }
}

// MARK: - Announcements

extension SimulatedStore {
    private func enqueue(_ steps: [Step], finally store: DeviceContent.Store) {
        // The clock follows the file, because another process may have changed the file's time.
        clock.adopt(store.time)
        let rest = Step(answers: Self.answers(of: store.simulation))
        state.withLock { state in
            // The last step announces the remaining differences, such as changes that another process made in the file.
            for step in steps + [rest] { state.enqueue(step) }
            state.eventCount = store.simulation.eventCount
        }
    }

    private func announceSteps() {
        // If an observer changes the store, this loop announces the added step after the current one.
        while let step = state.withLock({ $0.nextStep() }) {
            for event in step.events { runtimes.notify { $0.record(event) } }
            let productIDs = step.answers.keys.sorted()
            if step.isCausedByStore, !productIDs.isEmpty {
                Cause.withCause(.store) { for productID in productIDs { notifyObservers(of: productID) } }
            } else {
                for productID in productIDs { notifyObservers(of: productID) }
            }
            state.withLock { $0.isAnnouncing = false }
        }
    }

    private func notifyObservers(of productID: String) {
        let isOwned = answer(productID).isOwned ?? false
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isOwned) }
    }
}
