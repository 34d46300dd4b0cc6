#if !RemoteFlags
    /// Stands for the real class where the trait `RemoteFlags` is not enabled, so that the compiler says what to do.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"RemoteFlags\"])"
    )
    public final class OFREPFlagSource {}
#endif
