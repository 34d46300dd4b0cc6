#if !RemoteFlags
    /// Replaces the real class where the trait `RemoteFlags` is not enabled, so that the compiler names the remedy.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"RemoteFlags\"])"
    )
    public final class OFREPFlagSource {}
#endif
