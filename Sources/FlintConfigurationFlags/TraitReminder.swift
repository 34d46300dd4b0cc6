#if !Configuration
    /// Replaces the real class where the trait `Configuration` is not enabled, so that the compiler names the remedy.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Configuration\"])"
    )
    public final class ConfigurationFlagProvider {}
#endif
