// SPDX-License-Identifier: MIT

#if !Configuration
    /// A placeholder that makes the compiler suggest the `Configuration` trait in builds without it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Configuration\"])"
    )
    public final class ConfigurationFlagProvider {}
#endif
