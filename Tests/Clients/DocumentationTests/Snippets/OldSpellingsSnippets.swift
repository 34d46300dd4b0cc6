import FlintCore

/// A use of old spellings, through a requirement that is not deprecated, so that calling it causes no warning.
protocol OldUse: Sendable {
    @MainActor func run(print: Output)
}

@available(*, deprecated)
final class MoonFeature: ConditionalFeature {
    static let description = "Shows the phases of the Moon"

    static let show = action(DrawChartAction.self)

    static var availability: FeatureAvailability { .userToggled(defaultValue: true) }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(show)
    }
}

final class PhasesFeature: ConditionalFeature {
    static let description = "Shows the phases of the Moon"

    static let show = action(DrawChartAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(show)
    }
}

struct OldAvailability: OldUse {
    @available(*, deprecated)
    func run(print: Output) {
        Flint.register(MoonFeature.self)
        Flint.register(PhasesFeature.self)
        print(MoonFeature.isAvailable == PhasesFeature.isAvailable)
    }
}

struct OldPerforming: OldUse {
    @available(*, deprecated)
    func run(print: Output) {
        let request: ConditionalActionRequest<MoonFeature, DrawChartAction>? = MoonFeature.show.request()
        request?.perform(withInput: .none, presenter: nil) { outcome in print(outcome) }
    }
}
