import FlintWorld
import Foundation
import Testing

struct PersonaTests {
    private let model = AppModel(
        revision: .zero,
        status: AppStatus(appName: "Shop", platform: PlatformState(label: "iOS 17.2", note: PlatformState.simulated)),
        features: [
            FeatureSummary(
                number: 0, id: "Shop", name: "Shop", parent: nil, depth: 0, isVisible: true, isAvailable: true,
                isOverridden: false)
        ],
        products: ["basic", "premium"].map { id in
            ProductSnapshot(
                productID: id, name: id, description: nil, type: .nonConsumable, status: .notPurchased, override: nil,
                effective: .notPurchased, balance: nil, features: nil)
        },
        permissions: [
            PermissionSnapshot(
                permission: "camera", title: "Camera", usage: "", status: .notDetermined, override: nil,
                effective: .notDetermined, features: nil, isRequired: true)
        ], flags: [], overrides: [])

    private func overridden(_ persona: Persona) throws -> [String: String] {
        var values: [String: String] = [:]
        for case .setOverride(let fact, let override?) in try persona.commands(in: model) {
            values["\(fact.kind.rawValue) \(fact.key)"] = override.value
        }
        return values
    }

    @Test func `a persona overrides the named facts and the facts that match its wildcard`() throws {
        var persona = Persona(name: "Tester")
        persona.platform = "watchOS 9.0"
        persona.purchases = ["*": .notPurchased, "premium": .purchased]
        persona.permissions = ["camera": .restricted]
        persona.userSettings = ["Shop": .off]
        #expect(
            try overridden(persona) == [
                "platform current": "watchOS 9.0", "purchase basic": "not-purchased", "purchase premium": "purchased",
                "permission camera": "restricted", "user-setting Shop": "off",
            ])
        #expect(try overridden(Persona(name: "Anyone")).isEmpty)
    }

    @Test func `the error for a persona that names an unknown item names the item`() {
        var persona = Persona(name: "Tester")
        persona.purchases = ["gone": .purchased]
        let error = #expect(throws: PersonaProblem.self) { try persona.commands(in: model) }
        #expect(
            error?.description
                == "The persona Tester names the product gone, which the app does not have; correct or remove it.")
        persona.purchases = nil
        for name in ["Gone", "*"] {
            persona.runtimeSwitches = [name: .on]
            #expect(throws: PersonaProblem.self) { try persona.commands(in: model) }
        }
    }

    @Test func `a persona on an unknown platform does not fit the app`() throws {
        var persona = Persona(name: "Ann")
        persona.platform = "iPadOS 18"
        let list = PersonaList(personas: [persona, Persona(name: "Bob")]).usable(in: model)
        #expect(list.personas.map(\.name) == ["Bob"])
        #expect(
            list.problems == [
                "The persona Ann names the platform iPadOS 18, which is not a platform; correct or remove it."
            ])
    }

    @Test func `a saved state names the platform and all facts of the app`() throws {
        let persona = Persona(name: "Now", description: "as it is", of: World(model: model))
        #expect(persona.platform == "iOS 17.2")
        #expect(persona.purchases == ["basic": .notPurchased, "premium": .notPurchased])
        #expect(persona.permissions == ["camera": .notDetermined])
        let data = try JSONEncoder().encode(persona)
        #expect(try JSONDecoder().decode(Persona.self, from: data) == persona)
    }
}

struct AvailabilityMatrixTests {
    private let features = (0..<4).map { number in
        FeatureSummary(
            number: number, id: "F\(number)", name: "Feature \(number)", parent: nil, depth: 0, isVisible: true,
            isAvailable: true, isOverridden: false)
    }

    private var matrix: AvailabilityMatrix {
        AvailabilityMatrix(
            features: features,
            columns: [
                .init(name: "now", availability: AvailabilityColumn([true, false, nil, true])),
                .init(name: "child", availability: AvailabilityColumn([true, true, false, false])),
            ])
    }

    @Test func `a row has the availability of a feature in each state`() {
        #expect(matrix.row(features[0]) == [true, true])
        #expect(matrix.row(features[2]) == [nil, false])
    }

    @Test func `a feature that is missing in a state is undetermined there`() {
        let late = FeatureSummary(
            number: 9, id: "Late", name: "Late", parent: nil, depth: 0, isVisible: true, isAvailable: true,
            isOverridden: false)
        #expect(matrix.row(late) == [nil, nil])
    }

    @Test func `only the differences between two states are listed`() {
        #expect(matrix.differences(from: 0, to: 1).map(\.featureID) == ["F1", "F2", "F3"])
        #expect(matrix.differences(from: 1, to: 1).isEmpty)
        #expect(matrix.onlyDifferences.features.map(\.id) == ["F1", "F2", "F3"])
        let lost = matrix.differences(from: 0, to: 1).filter { $0.before == true }
        #expect(lost.map(\.featureID) == ["F3"])
    }
}
