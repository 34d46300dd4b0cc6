#if !Metrics
    /// A placeholder without the trait `Metrics`, so that the compiler can suggest enabling it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Metrics\"])"
    )
    public final class MetricsDispatchObserver {}
#endif
