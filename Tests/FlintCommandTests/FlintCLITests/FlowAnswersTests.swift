import FlintWorld
import Testing

@testable import FlintCLI

struct FlowAnswersTests {
    private let model = AppModel(permissions: [
        PermissionSnapshot(
            permission: "camera", title: "Camera", usage: "", status: .notDetermined, override: nil,
            effective: .notDetermined, features: ["App/Feature"])
    ])

    private func flow(_ stage: FlowSnapshot.Stage, at permission: String = "camera") -> FlowSnapshot {
        FlowSnapshot(
            featureID: "App/Feature", featureName: "Feature", stage: stage, current: permission, permissions: [])
    }

    @Test(arguments: [
        ("allow", FlowAnswer.proceed, FlowAnswer.allow), ("allow-once", .proceed, .allowOnce),
        ("deny", .proceed, .deny), ("ask-later", .askLater, .deny), ("cancel", .cancelAll, .deny),
    ])
    func `an answer applies to the card and the prompt`(word: String, card: FlowAnswer, prompt: FlowAnswer) throws {
        let answers = try FlowAnswers(["camera=\(word)"], in: model)
        #expect(answers.answer(to: flow(.card)) == card)
        #expect(answers.answer(to: flow(.prompt)) == prompt)
        #expect(answers.answer(to: flow(.outcome)) == .next)
        #expect(answers.answer(to: flow(.summary)) == .dismiss)
    }

    @Test func `access to the location at any time cannot be allowed once`() {
        #expect(FlowAnswers.Answer.allow.allows("location-always"))
        #expect(!FlowAnswers.Answer.allowOnce.allows("location-always"))
        #expect(FlowAnswers.Answer.allowOnce.allows("location-when-in-use"))
        #expect(!FlowAnswers.Answer.askLater.allows("camera"))
    }

    @Test func `a permission that was not named has no answer`() throws {
        let answers = try FlowAnswers(["camera=allow"], in: model)
        #expect(answers.answer(to: flow(.card, at: "photos")) == nil)
    }

    @Test(arguments: ["camera", "camera=maybe", "=allow", "telescope=allow"])
    func `an invalid answer is refused with status 64`(text: String) {
        let error = #expect(throws: CommandLineError.self) { try FlowAnswers([text], in: model) }
        #expect(error?.status == 64)
    }
}
