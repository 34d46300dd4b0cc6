#if !Metrics
    /// Replaces the real class where the trait `Metrics` is not enabled, so that the compiler names the remedy.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Metrics\"])"
    )
    public final class MetricsDispatchObserver {}
#endif
