import Testing

@testable import FlintCore

struct DismissingUIActionTests {
    @MainActor @Test func `the presenter is dismissed with the animation of the input`() {
        let fixture = Fixture(Card.self)
        let screen = Screen()
        var outcomes: [ActionOutcome] = []
        fixture.run {
            Card.close.perform(withInput: .animated(true), presenter: screen) { outcomes.append($0) }
            Card.close.perform(withInput: .animated(false), presenter: screen) { outcomes.append($0) }
        }
        #expect(screen.dismissals == [true, false])
        #expect(outcomes == [.success, .success])
    }

    @MainActor @Test func `dismissing ends the feature`() {
        let fixture = Fixture(Card.self)
        fixture.run { Card.close.perform(withInput: .animated(true), presenter: Screen()) }
        let entries = fixture.run { Timeline.instance.entries }
        #expect(entries.map(\.action.inputDescription) == ["animated", "animated"])
        #expect(entries.last?.outcome?.description == "success, feature ended")
        #expect(DismissUIInput.animated(false).loggingDescription == "not animated")
        #expect(CloseCardAction.description == "Dismisses the feature's presenter")
    }
}

private final class Screen: DismissiblePresenter {
    var dismissals: [Bool] = []
    func dismiss(animated: Bool) { dismissals.append(animated) }
}

private final class CloseCardAction: DismissingUIAction {}

private final class Card: Feature {
    static let description = "Can be closed"
    static let close = action(CloseCardAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(close) }
}
