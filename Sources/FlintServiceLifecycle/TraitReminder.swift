// SPDX-License-Identifier: MIT

#if !ServiceLifecycle
    /// A placeholder that makes the compiler suggest the `ServiceLifecycle` trait in builds without it.
    @available(
        *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"ServiceLifecycle\"])"
    )
    public struct InspectorService {}
#endif
