import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the route fuzzer as tests.
@MainActor
struct RouteSeedTests {
    private static let folder = Repository.seeds(of: "RouteFuzz")

    @Test func `routes keep their invariants for every seed of the fuzzer`() throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 8)
        let property = RouteProperty()
        for seed in seeds {
            #expect(property.problem(with: Array(try Data(contentsOf: seed))) == nil, "\(seed.lastPathComponent)")
        }
    }
}
