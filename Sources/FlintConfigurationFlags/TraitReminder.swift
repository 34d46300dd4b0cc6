#if !Configuration
    /// A placeholder without the trait `Configuration`, so that the compiler can suggest enabling it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Configuration\"])"
    )
    public final class ConfigurationFlagProvider {}
#endif
