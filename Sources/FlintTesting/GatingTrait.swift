// SPDX-License-Identifier: MIT

#if canImport(Testing)
    public import FlintCore
    public import Testing

    /// A trait that sets up an app for each test and puts it into a persona's state.
    ///
    /// The function `persona(_:of:in:)` creates the trait.
    public struct GatingTrait: TestTrait, SuiteTrait, TestScoping {
        let persona: String
        // A type has no state, but the protocol does not promise that its metatype is sendable.
        nonisolated(unsafe) let group: FeatureGroup.Type
        let folder: String?

        /// Always `true`; the trait of a suite also applies to the suites inside it.
        public var isRecursive: Bool { true }

        /// Runs a test with its own app.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The case of the test.
        ///   - function: The closure that runs the test.
        /// - Throws: An error if the persona is unknown or does not fit the app, or the error of the test.
        @concurrent public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            let app = try GatingTest(persona: persona, of: group, in: folder)
            try await GatingTest.$scoped.withValue(app) { try await app.run(function) }
        }
    }

    extension Trait where Self == GatingTrait {
        /// Runs each test as a persona, in a separate app.
        ///
        /// Features, requests, and actions in the test belong to the app. ``GatingTest/current`` is its fixture.
        ///
        /// ```swift
        /// @Test(.persona("Everything granted", of: ObservatoryFeatures.self))
        /// func theCameraIsRequired() throws {
        ///     #expect(SkyCameraFeature.identify.request() != nil)
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - name: The name of the persona.
        ///   - group: The root group of the app's features.
        ///   - folder: The path of a folder of persona files, or `nil` for the personas of
        ///     ``GatingPersonas/covering(_:configuration:)``.
        /// - Returns: The trait.
        public static func persona(
            _ name: String, of group: FeatureGroup.Type, in folder: String? = nil
        ) -> GatingTrait {
            GatingTrait(persona: name, group: group, folder: folder)
        }
    }
#endif

extension GatingTest {
    @TaskLocal static var scoped: GatingTest?

    /// The app of the test's persona trait, or `nil` for a test without the trait.
    public static var current: GatingTest? { scoped }
}
