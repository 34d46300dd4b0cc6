extension Journal {
    /// Records that a fact changed; the first word on a fact, also under a saved override, is no change.
    func record(_ change: FactChange) {
        let isFirstWord = change.before.map { $0.source == .nobody } ?? true
        guard !isFirstWord || change.layer == .override else { return }
        // A decision less is nothing to tell; that the last one is gone is.
        if change.cause == .expiry, change.after.override != nil { return }
        append(.factChanged(change), cause: change.cause)
    }
}
