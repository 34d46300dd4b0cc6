import FeatureGating
import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An app in this process as it was after an event that its journal still has.
///
/// The facts are those of now with every later event and every later first report undone, and everything else follows from
/// them: availability, explanations, plans. Features that have been registered since are left out. What no event holds is
/// not known, such as the open action stacks and the state of a simulated store.
final class PastInspector: MomentInspector {
    private let base: RuntimeInspector
    private let moment: RecordedMoment
    private let known: Protected<Known>
    let end: Date
    var event: UInt64 { moment.event }
    private var runtime: FlintRuntime { base.runtime }

    /// What later events tell of the facts at the moment.
    private struct Known {
        /// The facts that have changed since, as they were.
        var facts: [FactKey: FactAssumption] = [:]
        /// The features that were registered since.
        var laterFeatures: Set<FeatureMetadata> = []
        /// When each of the facts first changed: twice the number of the event, and one more if it was after that.
        private var firstChanges: [FactKey: UInt64] = [:]
        /// The last event that was looked at.
        var last: UInt64

        /// Begins at an event.
        init(last: UInt64) {
            self.last = last
        }

        /// Takes in what happened after the moment: what a fact was then is what it was before its first change since.
        mutating func add(_ events: some Sequence<JournalEvent>, _ arrivals: [LateArrival]) {
            for event in events where event.id > last {
                last = event.id
                guard case .factChanged(let change) = event.kind else { continue }
                add(change.key, before: change.before, at: 2 * event.id)
            }
            for arrival in arrivals {
                switch arrival.kind {
                case .feature(let metadata): laterFeatures.insert(metadata)
                case .fact(let key, let before): add(key, before: before, at: 2 * arrival.event + 1)
                }
            }
        }

        private mutating func add(_ key: FactKey, before: Fact?, at time: UInt64) {
            guard time < firstChanges[key] ?? .max else { return }
            firstChanges[key] = time
            facts[key] = .known(before ?? FactAssumption().applied(to: nil, of: key))
        }
    }

    /// Undoes every event after a given one.
    ///
    /// - Parameters:
    ///   - base: The app as it is.
    ///   - event: The event.
    /// - Throws: ``MomentError`` if there is no such event, or if it is no longer kept.
    init(of base: RuntimeInspector, at event: UInt64) throws(MomentError) {
        let events = base.runtime.journal.events
        guard let first = events.first, let last = events.last else { throw .nothingKept }
        guard event <= last.id else { throw .future(last: last.id) }
        guard event >= first.id else { throw .forgotten(first: first.id) }
        guard let arrivals = base.runtime.journal.arrivals(after: event) else { throw .forgotten(first: last.id) }
        self.base = base
        var known = Known(last: event)
        known.add(events, arrivals)
        self.known = Protected(known)
        end = events.first { $0.id > event }?.date ?? .distantFuture
        let date = events.last { $0.id <= event }?.date ?? first.date
        moment = RecordedMoment(
            name: "from events \(first.id) to \(last.id)", event: event, date: date, isLast: event == last.id,
            isRebuilt: true)
    }

    var original: any Inspector { base }

    /// The facts as they were, as far as they have changed since; the app goes on meanwhile.
    private var facts: [FactKey: FactAssumption] { updated.facts }

    /// What is known of the moment, after a look at what has happened since the last one.
    private var updated: Known {
        known.withLock { known in
            let arrivals = runtime.journal.arrivals(after: moment.event)
            known.add(runtime.journal.events(after: known.last), arrivals ?? [])
            return known
        }
    }

    /// A feature that was registered by then; `nil` if there was none with the id.
    private func feature(_ id: String) -> FeatureMetadata? {
        guard let metadata = try? runtime.feature(withID: id) else { return nil }
        return updated.laterFeatures.contains(metadata) ? nil : metadata
    }

    func facts(of features: [String]?) -> [FactRecord] {
        AssumedFacts(runtime: runtime, assumptions: facts).records(of: features)
    }

    /// The ids of the features that have been registered since.
    private var laterFeatures: Set<String> { Set(updated.laterFeatures.map(\.path.description)) }

    private func forecast(of commands: [Command] = []) -> CommandForecast {
        runtime.bind { CommandRunner(inspector: base).forecast(of: commands, from: facts) }
    }

    func list() -> AppModel {
        let revision = Revision(rawValue: moment.event)
        let now = base.model(at: revision, assuming: forecast())
        let later = laterFeatures
        var model = AppModel(
            revision: revision, status: now.status, features: now.features.filter { !later.contains($0.id) },
            products: Array(now.products), permissions: now.permissions, flags: Array(now.flags),
            overrides: Array(now.overrides))
        var changes = ModelChanges(revision: revision)
        var status = model.status
        // What is known of the present only.
        (status.store, status.flow, status.activity, status.backgroundWorkIsRunning) = (nil, nil, nil, nil)
        (status.undo, status.redo, status.scratch) = (nil, nil, nil)
        status.differences = []
        status.recording = moment
        changes.status = status
        changes.products = model.products.map { product in
            var product = product
            (product.subscription, product.transactions, product.balance) = (nil, [], nil)
            return product
        }
        model.apply(changes)
        return model
    }

    /// Returns that nothing changes.
    func changes(since revision: Revision) -> ModelChanges? {
        revision.rawValue == moment.event ? ModelChanges(revision: revision) : nil
    }

    func detail(of featureID: String) -> FeatureSnapshot? {
        guard let metadata = feature(featureID) else { return nil }
        return runtime.bind { FeatureReader(runtime: runtime, assuming: facts).detail(of: metadata) }
    }

    func plans(of featureID: String) -> FeaturePlans? {
        guard let metadata = feature(featureID) else { return nil }
        return runtime.bind {
            UnlockPlanReader(runtime: runtime, system: base.configuration.system, assuming: facts).plans(of: metadata)
        }
    }

    /// Returns the ids of the features that a fact was required by.
    func usage(of fact: FactReference) -> [String] {
        let later = laterFeatures
        return base.usage(of: fact).filter { !later.contains($0) }
    }

    /// Counts the states of a feature that was registered by then.
    func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        feature(featureID) == nil ? nil : base.states(of: featureID, progress: progress)
    }

    func preview(_ commands: [Command], limit: Int) -> Preview {
        let forecast = forecast(of: commands)
        let later = laterFeatures
        let changes = runtime.differences(from: facts, to: forecast.assumptions)
            .filter { !later.contains($0.feature.description) }
        return Preview(changes, in: runtime, limit: limit, refusal: forecast.refusal)
    }

    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        runtime.bind {
            scenarios.map { commands in
                let assumptions = forecast(of: commands).assumptions
                return AvailabilityColumn(runtime.facts.verdicts(assuming: assumptions).map(\.boolValue))
            }
        }
    }
}
