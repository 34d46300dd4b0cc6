import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

struct JSONShapeTests {
    @Test func `a feature has every key`() throws {
        let json = try object(Samples.feature(available: nil))
        #expect(
            json.keys.sorted() == [
                "actions", "available", "conditional", "declaration", "depth", "description", "firstBlocking", "id",
                "impossiblePlans",
                "isGroup", "name", "parent", "platforms", "requirements", "runtimeSwitch", "typeName", "unlockPlans",
                "unlockPlansAreComplete", "userSetting", "variation", "visible",
            ])
        #expect(
            nulls(json) == [
                "available", "declaration", "firstBlocking", "parent", "platforms", "runtimeSwitch", "userSetting",
                "variation",
            ])
        #expect(json["id"] as? String == "App/Playlists")
        #expect(try object(Samples.feature(available: true))["available"] as? Bool == true)
        #expect(try object(Samples.feature(available: false))["available"] as? Bool == false)
    }

    @Test func `a requirement has every key`() throws {
        let json = try object(Samples.row(.anyOf, "any of", .notDetermined))
        #expect(
            json.keys.sorted() == [
                "depth", "inheritedFrom", "isBlocking", "key", "kind", "override", "quantity", "source", "state",
                "statement", "status", "title", "value", "waiting",
            ])
        #expect(nulls(json) == ["inheritedFrom", "key", "override", "quantity", "state", "waiting"])
        #expect(json["kind"] as? String == "any-of")
        #expect(json["status"] as? String == "not-determined")
    }

    @Test func `an action has every key`() throws {
        var action = ActionSnapshot(
            id: "PlayAction", name: "Play", description: "Plays", published: true, input: nil, presenter: nil)
        #expect(
            try object(action).keys.sorted() == [
                "description", "id", "input", "location", "name", "presenter", "published",
            ])
        #expect(nulls(try object(action)) == ["input", "location", "presenter"])
        action.input = ActionInputSnapshot(
            type: "Name", isDecodable: true,
            fields: [InputFieldSnapshot(name: "name", description: "the name", isRequired: true)])
        let input = try #require(try object(action)["input"] as? [String: Any])
        #expect(input.keys.sorted() == ["fields", "isDecodable", "type"])
    }

    @Test func `a product has every key`() throws {
        let product = ProductSnapshot(
            productID: "premium", name: "Premium", description: nil, type: .autoRenewingSubscription,
            status: .notPurchased, override: nil, effective: .unknown, balance: nil, features: ["App/Playlists"])
        let json = try object(product)
        #expect(
            json.keys.sorted() == [
                "balance", "declaration", "description", "effective", "features", "name", "override", "price",
                "productID", "status",
                "subscription", "subscriptionGroup", "subscriptionPeriod", "transactions", "type",
            ])
        #expect(
            nulls(json) == [
                "balance", "declaration", "description", "override", "price", "subscription", "subscriptionGroup",
                "subscriptionPeriod",
            ])
        #expect(json["type"] as? String == "auto-renewing-subscription")
        #expect(json["status"] as? String == "not-purchased")
        #expect(json["features"] as? [String] == ["App/Playlists"])
    }

    @Test func `a permission has every key`() throws {
        let permission = PermissionSnapshot(
            permission: "location-when-in-use", title: "Location when in use", usage: "", status: .notDetermined,
            override: nil, effective: .authorized, features: [])
        let json = try object(permission)
        #expect(
            json.keys.sorted() == [
                "effective", "features", "isRequired", "override", "permission", "status", "title", "usage",
            ])
        #expect(nulls(json) == ["override"])
        #expect(json["status"] as? String == "not-determined")
    }

    @Test func `a preview encodes an unknown verdict as null`() throws {
        let change = FeatureChange(featureID: "a", featureName: "A", before: nil, after: true)
        #expect(nulls(try object(change)) == ["before"])
    }

    @Test func `raw values of statuses match the command line`() {
        #expect(PurchaseStatus.allCases.map(\.rawValue) == ["purchased", "not-purchased", "unknown"])
        #expect(
            PermissionStatus.allCases.map(\.rawValue)
                == ["not-determined", "authorized", "denied", "restricted", "unsupported"])
        #expect(RequirementStatus.allCases.map(\.rawValue) == ["satisfied", "not-satisfied", "not-determined"])
        #expect(PermissionStatus.notDetermined.description == "not determined")
        #expect(PurchaseStatus.notPurchased.description == "not purchased")
        #expect(FlowAnswer.proceed.rawValue == "continue")
    }

    @Test func `an explanation and the status are encoded and decoded`() throws {
        let feature = Samples.feature(available: nil, requirements: [Samples.permission("Photos", .denied)])
        #expect(try JSONDecoder().decode(FeatureSnapshot.self, from: JSONEncoder().encode(feature)) == feature)
        var status = AppStatus(appName: "App")
        status.flow = FlowSnapshot(
            featureID: "App/Playlists", featureName: "Playlists", stage: .card, current: "photos",
            permissions: [
                .init(
                    permission: "photos", title: "Photos", requestedAccess: "access your photos", usage: "",
                    status: .denied, progress: .current)
            ])
        status.flow?.outstanding = ["photos"]
        #expect(try JSONDecoder().decode(AppStatus.self, from: JSONEncoder().encode(status)) == status)
        #expect(status.flow?.currentItem?.title == "Photos")
    }

    @Test func `an event is encoded and decoded`() throws {
        for content in EventRecord.Content.samples {
            let event = EventRecord(
                id: 7, date: Date(timeIntervalSinceReferenceDate: 1), cause: "user", title: "t", content: content,
                details: [.init(label: "l", value: "v")])
            #expect(try JSONDecoder().decode(EventRecord.self, from: JSONEncoder().encode(event)) == event)
        }
    }

    @Test(arguments: [
        (#""kind":"advisory""#, true), (#""kind":"advisory","featureID":"a""#, true),
        (#""kind":"advisory","later":1"#, true), (#""kind":"advisory","request":1"#, false),
        (#""kind":"store","outcome":"success""#, false), (#""kind":"prompt-shown""#, true),
        (#""kind":"prompt-answered""#, false), (#""kind":"prompt-answered","outcome":"denied""#, true),
        (#""kind":"request-denied","featureID":"a","actionID":"b","outcome":"denied""#, true),
        (#""kind":"request-denied","featureID":"a","actionID":"b","outcome":"success""#, false),
        (#""kind":"request-denied","featureID":"a","actionID":"b","outcome":"denied","duration":1"#, false),
        (#""kind":"action-began","featureID":"a","actionID":"b","request":1"#, true),
        (#""kind":"action-began","featureID":"a","actionID":"b""#, false),
        (#""kind":"action-began","featureID":"a","actionID":"b","request":1,"blockers":[]"#, false),
        (#""kind":"fact-changed","features":[]"#, false), (#""kind":"flow-began""#, false),
    ])
    func `an event is refused if it contradicts its kind`(members: String, isAccepted: Bool) {
        let json = #"{"id":1,"date":0,"cause":"app","title":"t","details":[],"# + members + "}"
        let event = try? JSONDecoder().decode(EventRecord.self, from: Data(json.utf8))
        #expect((event != nil) == isAccepted)
    }

    @Test func `a flag has every key`() throws {
        let answer = FlagSnapshot.Answer(
            provider: "remote", type: "remote", priority: 10, isMutable: false, hasFlag: false, value: nil, reason: nil,
            variant: nil, errorCode: nil, errorMessage: nil)
        let flag = FlagSnapshot(
            key: "new-player", value: nil, reason: "ERROR", provider: nil, override: nil, effective: nil,
            answers: [answer], features: [])
        let json = try object(flag)
        #expect(
            json.keys.sorted() == [
                "answers", "declaration", "effective", "errorCode", "errorMessage", "features", "isRequired", "key",
                "override", "provider", "reason", "takesEffect", "value", "variant", "waiting",
            ])
        #expect(
            nulls(json) == [
                "declaration", "effective", "errorCode", "errorMessage", "override", "provider", "takesEffect", "value",
                "variant", "waiting",
            ])
        let first = try #require((json["answers"] as? [[String: Any]])?.first)
        #expect(
            first.keys.sorted() == [
                "errorCode", "errorMessage", "hasFlag", "isMutable", "priority", "provider", "reason", "type", "value",
                "variant",
            ])
        #expect(nulls(first) == ["errorCode", "errorMessage", "reason", "value", "variant"])
        #expect(try JSONDecoder().decode(FlagSnapshot.self, from: JSONEncoder().encode(flag)) == flag)
    }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
    }

    /// Returns the keys whose value is an explicit null.
    private func nulls(_ object: [String: Any]) -> [String] {
        object.filter { $0.value is NSNull }.keys.sorted()
    }
}
