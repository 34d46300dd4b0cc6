import FlintCore

/// What plays after this; for everyone, behind a flag with which it can be withdrawn.
final class UpNextFeature: ConditionalFeature {
    static let name = "Up next"
    static let description = "See what plays next, and skip to it"
    static let isVisible = true

    static let show = action(ShowUpNextAction.self)
    static let skip = action(SkipAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(.upNext)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.publish(skip)
    }
}

/// Shows what plays next.
final class ShowUpNextAction: PodcastAction {
    static let name = "show"
    static let description = "Show what plays next"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.showUpNext()
    }
}

/// Skips to the next episode and keeps this one for later.
final class SkipAction: PodcastAction {
    static let name = "skip"
    static let description = "Skip to the next episode and keep this one for later"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.skip()
    }
}
