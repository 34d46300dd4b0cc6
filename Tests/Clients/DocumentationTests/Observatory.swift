import FlintCore
import Foundation

/// Runs a closure in a separate runtime that is set up with the articles' features on a phone.
func inObservatory(
    _ configuration: ((Flint.DependenciesConfig) -> Void)? = nil, _ body: () async throws -> Void
) async rethrows {
    try await Flint.withRuntime(FlintRuntime()) {
        Flint.setup(ObservatoryFeatures.self) { config in
            config.platform = CurrentPlatform("iOS 17.2")
            config.purchaseTracker = DebugPurchaseTracker()
            configuration?(config)
        }
        try await body()
    }
}

func advisories() -> [String] {
    FlintRuntime.current.journal.events.compactMap { event in
        if case .advisory(let text) = event.kind { return text }
        return nil
    }
}

final class Notebook: Eyepiece {
    private(set) var stars: [Star] = []

    func show(_ star: Star) {
        stars.append(star)
    }
}

func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "observatory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Replaces dates in lines, because the dates of the articles differ from those of a test run.
func undated(_ lines: [String]) -> [String] {
    lines.flatMap { $0.split(separator: "\n") }
        .map { $0.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "DATE").trimmingCharacters(in: .whitespaces) }
}
