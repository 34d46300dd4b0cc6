import FlintCore

/// Looking after the library; not shown to listeners.
final class DiagnosticsFeature: Feature {
    static let name = "Diagnostics"
    static let description = "See whether the library is in order"
    static let isVisible = false

    static let verify = action(VerifyLibraryAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(verify)
    }
}

/// Counts what the library holds.
final class VerifyLibraryAction: PodcastAction {
    static let name = "verify"
    static let description = "Count what the library holds and say what is odd about it"

    static func run(_ input: NoInput, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        presenter.verifyLibrary()
    }
}
