#if RemoteFlags && Configuration
    // The article FlagsAndProviders shows the following code.
    import FlintConfigurationFlags
    import FlintCore
    import FlintRemoteFlags
    import Foundation

    /// The server decides; without its answer, this machine's settings; and without those, what is built in.
    func flagProviders(server: URL, token: String, user: String, cache: String) throws -> [any FeatureFlagProvider] {
        var configuration = OFREPConfiguration(baseURL: server, context: EvaluationContext(targetingKey: user))
        configuration.bearerToken = token
        configuration.cachePath = cache
        let source = try OFREPFlagSource(configuration)
        source.start()
        return [
            FeatureFlagProviderFactory.createProvider(type: .remote, remoteSync: source),
            ConfigurationFlagProvider(file: "/etc/podcasts/settings.json"),
            ReleaseFeatureFlagProvider(["new-player": false, "offline-mode": true]),
        ]
    }
#endif
