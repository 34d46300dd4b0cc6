// SPDX-License-Identifier: MIT

#if canImport(SwiftUI) && DEBUG
    public import FlintCore
    import FlintSwiftUI
    public import SwiftUI

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    extension PreviewTrait where T == Preview.ViewTraits {
        /// Shows a preview as a persona, in a separate app.
        ///
        /// ```swift
        /// #Preview(traits: .persona("Everything granted", of: ObservatoryFeatures.self)) {
        ///     ArchiveScreen { product in print(product) }
        /// }
        /// ```
        ///
        /// The app's runtime is the environment's `flintRuntime`, which `LockedView` and `gated(by:)` follow. Code that
        /// uses the process's runtime does not follow it. If the persona cannot be applied, the preview shows the
        /// reason.
        ///
        /// The trait exists in debug builds only. This module links the inspector and the Testing library, so put such
        /// previews into a target that the released app does not depend on.
        ///
        /// - Parameters:
        ///   - name: The name of the persona.
        ///   - group: The root group of the app's features.
        ///   - folder: The path of a folder of persona files, or `nil` for the personas of
        ///     ``GatingPersonas/covering(_:configuration:)``.
        /// - Returns: The trait.
        @MainActor public static func persona(
            _ name: String, of group: FeatureGroup.Type, in folder: String? = nil
        ) -> PreviewTrait<T> {
            .modifier(PersonaPreview(app: Result { try GatingTest(persona: name, of: group, in: folder) }))
        }
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    private struct PersonaPreview: PreviewModifier {
        let app: Result<GatingTest, any Error>

        func body(content: Content, context: Void) -> some View {
            switch app {
            case .success(let app): content.environment(\.flintRuntime, app.runtime)
            case .failure(let error): Text(verbatim: "\(error)")
            }
        }
    }
#endif
