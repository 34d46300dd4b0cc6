#if !Configuration
    /// Stands for the real class where the trait `Configuration` is not enabled, so that the compiler says what to do.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Configuration\"])"
    )
    public final class ConfigurationFlagProvider {}
#endif
