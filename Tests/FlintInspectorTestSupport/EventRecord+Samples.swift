package import FlintCore
import Foundation

extension EventRecord.Content {
    /// Contents of every kind, with a value for every optional property.
    package static var samples: [Self] {
        let action = EventRecord.Action(featureID: "f/g", id: "a", name: "A \"b\"", session: "s")
        var execution = EventRecord.Execution(of: action, request: 7)
        (execution.stack, execution.source, execution.userInitiated) = (.max, "openURL", true)
        (execution.input, execution.inputInfo) = ("", ["b": "1", "a": "\t"])
        let fact = FactRecord(
            key: .userSetting(feature: "f/g"),
            fact: Fact(actual: .truth(.true), source: "user", since: Date(timeIntervalSince1970: 1)))
        let prompt = EventRecord.Prompt(
            permission: FactReference(kind: .permission, key: "camera"), featureID: "f/g")
        return [
            .actionBegan(execution), .actionCompleted(execution, outcome: .failure, duration: 0.000_001_25),
            .requestDenied(
                action,
                blockers: [
                    EventRecord.Blocker(title: "One \"1\"", status: .notSatisfied),
                    EventRecord.Blocker(title: "Two", status: .notDetermined),
                ]),
            .factChanged(
                EventRecord.Change(
                    of: fact, featureID: "f/g", before: .truth(.unknown), isFirstValue: true,
                    features: [
                        FeatureChange(featureID: "a", featureName: "A", before: nil, after: true),
                        FeatureChange(featureID: "b", featureName: "B", before: false, after: nil),
                    ], featureCount: 12)),
            .storeEvent(product: FactReference(kind: .purchase, key: "a \"product\"")), .promptShown(prompt),
            .promptAnswered(prompt, outcome: .denied), .flowBegan(featureID: "f/g"),
            .flowEnded(featureID: "f/g", outcome: .success), .identifierChanged(featureID: "f/g"), .advisory,
        ]
    }
}
