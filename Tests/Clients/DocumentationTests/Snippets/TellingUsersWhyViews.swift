// The views of "Telling Users Why" and of the documentation comments of FlintSwiftUI. Where SwiftUI is missing, a test of
// the engine compiles them against a stub.

#if canImport(SwiftUI)
    import FlintCore
    import FlintSwiftUI
    import FlintTesting
    import SwiftUI

    struct ArchiveScreen: View {
        let openShop: (String) -> Void

        var body: some View {
            Button("Browse the archive") { ArchiveFeature.browse.request()?.perform() }
                .gated(by: ArchiveFeature.self)
                .onRefusalStep { step in
                    if step.kind == .buy { openShop(step.code) }
                }
        }
    }

    #if DEBUG
        @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
        #Preview(traits: .persona("Everything granted", of: ObservatoryFeatures.self)) {
            ArchiveScreen { product in print(product) }
        }
    #endif

    /// The other forms, which the article does not show.
    struct ArchiveForms: View {
        let openShop: (String) -> Void
        let runtime: FlintRuntime

        var body: some View {
            VStack {
                LockedView(ArchiveFeature.self)
                    .onRefusalStep { step in openShop(step.code) }
                ArchiveScreen(openShop: openShop)
                    .gated(by: ArchiveFeature.self)
                ArchiveScreen(openShop: openShop)
                    .gated(by: ArchiveFeature.self) { refusal in Text(refusal.title) }
                LockedView(ArchiveFeature.self)
                    .environment(\.refusalStepAction) { step, feature in print(feature.name, step.code) }
                    .environment(\.flintRuntime, runtime)
            }
        }
    }
#endif
