import FeatureGating
import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares a model that is updated with changes to a newly listed model.
struct ListAndWatchTests {
    /// An app on a simulated device, with a random generator that changes the app.
    private struct World {
        let runtime = FlintRuntime()
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 12") ?? .real,
            store: SimulatedStore(
                balances: ["coin": 3],
                offers: [
                    StoreOffer(productID: "zoom", name: "Zoom", type: .nonConsumable),
                    StoreOffer(productID: "spare", name: "Spare", type: .nonConsumable),
                ], clock: SimulatedClock(now: Date(timeIntervalSince1970: 1_767_225_600), rate: 0)))
        let flags = DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore(), defaultValues: ["two": true])
        let inspector: RuntimeInspector
        var random: SplitMix64
        var unregistered = Array(2...9)

        init(seed: UInt64, changeCapacity: Int) {
            let (device, flags) = (device, flags)
            runtime.setUp(GeneratedRoot.self) {
                device.configure($0)
                $0.featureFlagProviders = [flags]
                $0.allowsOverrides = true
            }
            var configuration = RuntimeInspector.Configuration(appName: "Generated", cause: "console", system: device)
            configuration.changeCapacity = changeCapacity
            inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
            random = SplitMix64(seed: seed)
        }

        mutating func step() {
            switch Int.random(in: 0..<1_000, using: &random) {
            case 0..<400: override()
            case 400..<900: change()
            case 900..<990: command()
            case 990..<993: runtime.featureFlagsChanged()
            case 993..<996: runtime.purchasesChanged(Bool.random(using: &random) ? nil : [Needs.coin])
            default: register()
            }
        }

        private mutating func fact() -> (FactKey, [FactValue]) {
            let truths: [FactValue] = [.truth(.true), .truth(.false), .truth(.unknown)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let id = ["zoom", "alto", "mono", "club", "coin", "spare", "none"].randomElement(using: &random) ?? ""
                return (.purchase(productID: id), truths)
            case 1:
                let permission = Needs.permissions.randomElement(using: &random) ?? .camera
                return (
                    .permission(permission), SystemPermissionStatus.allCases.map { FactValue.permission($0) }
                )
            case 2:
                let flag = (Needs.flags + ["unused"]).randomElement(using: &random) ?? "one"
                return (.featureFlag(flag), truths)
            case 3:
                let platforms = ["iOS 9", "iOS 14", "watchOS 9"].compactMap { CurrentPlatform($0) }
                return (.platform, platforms.map { .platform($0) })
            default:
                let feature = runtime.features.randomElement(using: &random)
                let path = feature?.path ?? "GeneratedRoot"
                return Bool.random(using: &random)
                    ? (.userSetting(feature: path), truths) : (.runtimeSwitch(feature: path), truths)
            }
        }

        private mutating func override() {
            let (key, values) = fact()
            let value = Bool.random(using: &random) ? nil : values.randomElement(using: &random)
            runtime.facts.setOverride(value, for: key, cause: .user)
        }

        private mutating func change() {
            let (key, values) = fact()
            guard let value = values.randomElement(using: &random) else { return }
            switch (key, value) {
            case (.permission(let permission), .permission(let status)):
                device.permissions.setStatus(status, of: permission)
            case (.featureFlag(let flag), .truth(let truth)):
                if let isOn = truth.boolValue {
                    flags.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
                } else {
                    _ = flags.clearFeature(feature: FeatureFlag(key: flag))
                }
            case (.platform, _), (.userSetting, _), (.runtimeSwitch, _): break
            default: runtime.facts.setActual(value, for: key, source: .store, cause: .store)
            }
        }

        private mutating func command() {
            let toggled = runtime.features.filter { $0.constraints.userSettingDefault != nil }.map(\.path.description)
            let commands: [Command] = [
                .removeAllOverrides, .removeOverridesOfKind(.purchase),
                .setPurchase(productID: "zoom", status: .purchased),
                .setPurchase(productID: "zoom", status: .notPurchased),
                .store(.consume(productID: "coin", quantity: 1)),
                .store(.buy(productID: "zoom", ending: .succeed)), .store(.refund(productID: "zoom")), .restartApp,
                .store(.setAskToBuy(Bool.random(using: &random))), .store(.reset),
                .focus(feature: "GeneratedRoot", isOn: Bool.random(using: &random)),
                .setUserSetting(
                    feature: toggled.randomElement(using: &random) ?? "", isOn: Bool.random(using: &random)),
            ]
            guard let command = commands.randomElement(using: &random) else { return }
            inspector.send(command) { _ in }
        }

        /// Registers a group, or one of its members before the group.
        private mutating func register() {
            guard let digit = unregistered.randomElement(using: &random) else { return }
            if Int.random(in: 0..<3, using: &random) == 0 {
                unregistered.removeAll { $0 == digit }
                runtime.register(group: Needs.group(digit))
            } else if let member = Needs.group(digit).subfeatures.randomElement(using: &random),
                runtime.metadata(for: member) == nil
            {
                runtime.register(member)
            }
        }
    }

    /// Applies the changes since the model's revision.
    ///
    /// - Returns: Whether everything had to be listed again.
    private static func follow(_ model: inout AppModel, _ inspector: RuntimeInspector) -> Bool {
        guard let changes = inspector.changes(since: model.revision) else {
            model = inspector.readModel()
            return true
        }
        model.apply(changes)
        return false
    }

    @Test(arguments: PropertyScale.seeds(1)) func `applying all changes equals listing again`(seed: UInt64) {
        var world = World(seed: seed, changeCapacity: 300)
        var (prompt, slow) = (world.inspector.readModel(), world.inspector.readModel())
        var lists = (prompt: 0, slow: 0)
        for step in 1...10_000 {
            world.step()
            if Int.random(in: 0..<4, using: &world.random) == 0 {
                lists.prompt += Self.follow(&prompt, world.inspector) ? 1 : 0
            }
            if Int.random(in: 0..<200, using: &world.random) == 0 {
                lists.slow += Self.follow(&slow, world.inspector) ? 1 : 0
            }
            guard Int.random(in: 0..<250, using: &world.random) == 0 || step == 10_000 else { continue }
            lists.prompt += Self.follow(&prompt, world.inspector) ? 1 : 0
            lists.slow += Self.follow(&slow, world.inspector) ? 1 : 0
            let fresh = world.inspector.readModel()
            for model in [prompt, slow] where model != fresh {
                Issue.record("The model differs after step \(step): \(Self.difference(model, fresh))")
                return
            }
        }
        #expect(world.unregistered.count < 8, "Features were registered late.")
        #expect(lists.slow > lists.prompt, "The revision of the slow model was too old.")
        #expect(lists.prompt < 100, "Changes are nearly always sufficient.")
    }

    private static func difference(_ folded: AppModel, _ fresh: AppModel) -> String {
        func first<Element: Equatable>(_ name: String, _ left: some Sequence<Element>, _ right: some Sequence<Element>)
            -> String?
        {
            let (left, right) = (Array(left), Array(right))
            guard left != right else { return nil }
            let place = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
            func text(_ list: [Element]) -> String { list.indices.contains(place) ? "\(list[place])" : "nothing" }
            return "\(name) \(place): \(text(left)) instead of \(text(right))"
        }
        return first("feature", folded.features, fresh.features)
            ?? first("product", folded.products, fresh.products)
            ?? first("permission", folded.permissions, fresh.permissions)
            ?? first("flag", folded.flags, fresh.flags) ?? first("override", folded.overrides, fresh.overrides)
            ?? (folded.status == fresh.status ? "the revision or the tree" : "\(folded.status)\n\(fresh.status)")
    }
}
