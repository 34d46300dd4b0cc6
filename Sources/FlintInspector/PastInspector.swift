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
/// The facts are those of now with every later event undone, and everything else follows from them: availability,
/// explanations, plans. What no event holds is not known, such as the open action stacks and the state of a simulated
/// store. Features that have been registered since are listed too.
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
        /// The last event that was looked at.
        var last: UInt64

        /// Takes in what happened after the moment: what a fact was then is what it was before its first change since.
        mutating func add(_ events: some Sequence<JournalEvent>) {
            for event in events where event.id > last {
                last = event.id
                guard case .factChanged(let change) = event.kind, facts[change.key] == nil else { continue }
                facts[change.key] = .known(change.before ?? FactAssumption().applied(to: nil, of: change.key))
            }
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
        self.base = base
        var known = Known(last: event)
        known.add(events)
        self.known = Protected(known)
        end = events.first { $0.id > event }?.date ?? .distantFuture
        let date = events.last { $0.id <= event }?.date ?? first.date
        moment = RecordedMoment(
            name: "from events \(first.id) to \(last.id)", event: event, date: date, isLast: event == last.id,
            isRebuilt: true)
    }

    var original: any Inspector { base }

    /// The facts as they were, as far as they have changed since; the app goes on meanwhile.
    private var facts: [FactKey: FactAssumption] {
        known.withLock { known in
            known.add(runtime.journal.events(after: known.last))
            return known.facts
        }
    }

    private func forecast(of commands: [Command] = []) -> CommandForecast {
        runtime.bind { CommandRunner(inspector: base).forecast(of: commands, from: facts) }
    }

    func list() -> AppModel {
        let revision = Revision(rawValue: moment.event)
        var model = base.model(at: revision, assuming: forecast())
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
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        return runtime.bind { FeatureReader(runtime: runtime, assuming: facts).detail(of: metadata) }
    }

    func plans(of featureID: String) -> FeaturePlans? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        return runtime.bind {
            UnlockPlanReader(runtime: runtime, system: base.configuration.system, assuming: facts).plans(of: metadata)
        }
    }

    func preview(_ commands: [Command], limit: Int) -> Preview {
        let forecast = forecast(of: commands)
        let changes = runtime.differences(from: facts, to: forecast.assumptions)
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
