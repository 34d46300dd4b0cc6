// SPDX-License-Identifier: MIT

#if !Metrics
    /// A placeholder that makes the compiler suggest the `Metrics` trait in builds without it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"Metrics\"])"
    )
    public final class MetricsDispatchObserver {}
#endif
