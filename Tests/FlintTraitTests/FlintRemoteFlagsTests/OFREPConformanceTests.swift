#if RemoteFlags
    import FlintCore
    import FlintRemoteFlags
    import FlintTesting
    import Testing

    /// Runs the flags of a server through the conformance checks for providers.
    @Suite(.timeLimit(.minutes(20)))
    struct OFREPConformanceTests {
        @Test func `a provider over a server conforms`() async throws {
            try await withFlagServer { server in
                var (values, sources): ([FeatureKey: Bool], [OFREPFlagSource]) = ([:], [])
                // The source calls its observers on a separate queue.
                try await FeatureFlagProviderConformance(
                    flags: ["new-player", "offline"], initially: ["offline": true], timing: .asynchronous()
                ) {
                    values = [:]
                    let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                    sources.append(source)
                    // Before the first response, every flag is pending.
                    server.answer(flags: "")
                    await source.fetch()
                    return RemoteFeatureFlagProvider(
                        featurePairs: [FeaturePair("offline", isEnabled: true)], remoteSync: source)
                } change: { _, flag, isOn in
                    values[flag] = isOn
                    let flags = values.map { #"{"key": "\#($0.key)", "value": \#($0.value), "reason": "STATIC"}"# }
                    server.answer(flags: flags.sorted().joined(separator: ","))
                    await sources.last?.fetch()
                }.verify()
            }
        }
    }
#endif
