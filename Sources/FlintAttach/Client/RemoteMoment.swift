import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An app in another process as it was after one of its events, which the app works out.
final class RemoteMoment: MomentInspector {
    let event: UInt64
    let end: Date
    private let base: RemoteInspector
    private let copy: RemoteScratch

    /// Refers to a moment.
    ///
    /// - Parameters:
    ///   - event: The event, as it is numbered here.
    ///   - end: When the next event happened.
    ///   - base: The app.
    ///   - copy: The moment in the app.
    init(_ event: UInt64, until end: Date, of base: RemoteInspector, _ copy: RemoteScratch) {
        (self.event, self.end, self.base, self.copy) = (event, end, base, copy)
    }

    var original: any Inspector { base }

    func list() -> AppModel {
        var model = copy.list()
        var changes = ModelChanges(revision: model.revision)
        changes.status = model.status
        // The app numbers the events of one run only.
        changes.status?.recording?.event = event
        model.apply(changes)
        return model
    }

    func changes(since revision: Revision) -> ModelChanges? { copy.changes(since: revision) }
    func detail(of featureID: String) -> FeatureSnapshot? { copy.detail(of: featureID) }
    func facts(of features: [String]?) -> [FactRecord] { copy.facts(of: features) }
    func plans(of featureID: String) -> FeaturePlans? { copy.plans(of: featureID) }
    func preview(_ commands: [Command], limit: Int) -> Preview { copy.preview(commands, limit: limit) }
    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        copy.availability(assuming: scenarios)
    }
}
