import FlintCore
import FlintObservation
import Observation

enum ObservingAvailabilitySnippets {
    static func follow(_ shop: Shop, print: Output) async {
        for await availability in ArchiveFeature.availabilityUpdates {
            print("The archive is \(availability == .true ? "open" : "closed")")
            if availability == .true { break }
            shop.offer(Products.archive)
        }
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    struct ArchiveButton: View {
        @State private var archive = ObservableFeature(ArchiveFeature.self)

        var body: some View {
            Button("Archive") { ArchiveFeature.browse.request()?.perform() }
                .disabled(!archive.isAvailable)
                .help(archive.explanation)
        }
    }
#endif

extension ObservingAvailabilitySnippets {
    @MainActor
    static func show(print: Output, redraw: @escaping @Sendable () -> Void) -> ObservableFeature {
        let archive = ObservableFeature(ArchiveFeature.self)
        withObservationTracking {
            print(archive.isAvailable ? "open" : archive.explanation)
        } onChange: {
            redraw()
        }
        return archive
    }
}
