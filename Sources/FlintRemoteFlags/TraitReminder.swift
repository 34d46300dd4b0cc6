#if !RemoteFlags
    /// A placeholder for builds without the trait `RemoteFlags`. Its use produces an error that names the trait.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"RemoteFlags\"])"
    )
    public final class OFREPFlagSource {}
#endif
