#if !RemoteFlags
    /// A placeholder without the trait `RemoteFlags`, so that the compiler can suggest enabling it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"RemoteFlags\"])"
    )
    public final class OFREPFlagSource {}
#endif
