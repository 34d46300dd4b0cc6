import FlintCore
import Testing

/// Features that implement `request(_:)` to decide about requests of their actions.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `request(_:)` of a final class | ``TurnstileFeature`` |
/// | `request(_:)` of a class that is not final | ``SideGateFeature`` |
/// | `binding.request()` within it | both |
@MainActor
struct OwnRequestTests {
    @Test func `a feature's own request denies an action or passes on the engine's decision`() {
        inGrounds {
            Flint.register(TurnstileFeature.self)
            Flint.register(SideGateFeature.self)
            #expect(TurnstileFeature.enter.request() != nil)
            #expect(TurnstileFeature.leave.request() == nil)
            #expect(TurnstileFeature.request(TurnstileFeature.leave) == nil)
            #expect(SideGateFeature.enter.request() != nil)
            #expect(SideGateFeature.leave.request() == nil)
        }
    }
}

/// Denies every request.
final class TurnstileFeature: ConditionalFeature {
    static let description = "Counts who enters"
    static let enter = action(EnterAction.self)
    static let leave = action(LeaveAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {}

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(enter)
        actions.declare(leave)
    }

    static func request<T>(
        _ binding: ConditionalActionBinding<TurnstileFeature, T>
    ) -> VerifiedActionBinding<TurnstileFeature, T>? {
        T.self == LeaveAction.self ? nil : binding.request()
    }
}

/// Denies every request, in a class that is not final.
class SideGateFeature: ConditionalFeature {
    static let description = "A second way in"
    static let enter = action(EnterAction.self)
    static let leave = action(LeaveAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {}

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(enter)
        actions.declare(leave)
    }

    static func request<T: Action>(
        _ binding: ConditionalActionBinding<SideGateFeature, T>
    ) -> VerifiedActionBinding<SideGateFeature, T>? {
        T.self == LeaveAction.self ? nil : binding.request()
    }
}

final class EnterAction: TerminatingAction {}
final class LeaveAction: TerminatingAction {}
