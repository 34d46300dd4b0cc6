// SPDX-License-Identifier: MIT

#if !RemoteFlags
    /// A placeholder that makes the compiler suggest the `RemoteFlags` trait in builds without it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"RemoteFlags\"])"
    )
    public final class OFREPFlagSource {}
#endif
