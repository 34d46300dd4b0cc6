#if !Metrics
    /// Stands for the real class where the trait `Metrics` is not enabled, so that the compiler says what to do.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Metrics\"])"
    )
    public final class MetricsDispatchObserver {}
#endif
