import FlintCore

final class LevelBuilderFeature: ConditionalFeature {
    static let description = "Premium level builder"

    static let premium = NonConsumableProduct(
        name: "Premium", description: "Unlocks the level builder", productID: "premium")

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 9
        requirements.macOS = "10.12.1"
        requirements.watchOS = .unsupported
        requirements.runtimeEnabled()
        requirements.purchase(premium)
    }

    static let build = action(BuildLevelAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(build)
    }
}

final class BuildLevelAction: Action {
    typealias InputType = NoInput
    typealias PresenterType = NoPresenter

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        return completion.completedSync(.success)
    }
}

enum MigratingSnippets {
    static func build(print: Output) {
        if let request = LevelBuilderFeature.build.request() {
            request.perform { outcome in print(outcome) }
        } else if LevelBuilderFeature.purchases.requiredToUnlock.count > 0 {
            print("show the shop")
        }
    }
}
