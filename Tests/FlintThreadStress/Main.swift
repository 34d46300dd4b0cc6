import Dispatch
import FeatureGating
import FlintCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Uses every function of a runtime from eight threads while features are registered and clients are attached, and
/// checks the final state.
///
/// The program is intended for the thread sanitizer, which ends it with another status when it detects a race:
///
///     FLINT_MEASUREMENTS=1 swift run --sanitize thread --scratch-path .build/sanitized -Xswiftc -DFLINT_THREAD_SANITIZER FlintThreadStress
///
/// The steps of each thread follow from a seed, but their interleaving does not.
@main
enum Main {
    private static let threads = 8
    private static let rounds = 160

    static func main() {
        Flint.setup(City.self) { config in
            config.purchaseTracker = World.tracker
            config.userFeatureToggles = World.toggles
            config.permissionChecker = DefaultPermissionChecker(adapters: [World.camera])
            config.featureFlagProviders = [World.flags]
        }
        let runtime = FlintRuntime.current
        runtime.journal.capacity = 2_000
        let group = DispatchGroup()
        for number in 0..<threads {
            // Each serial queue has a separate thread while its work runs.
            DispatchQueue(label: "stress.\(number)").async(group: group) {
                var worker = Worker(number: number, runtime: runtime, group: group)
                for round in 0..<rounds { worker.step(round) }
            }
        }
        let clients = try? AttachedClients(of: runtime)
        clients?.start(in: group)
        group.notify(queue: .main) {
            clients?.stop()
            let unserved = clients == nil ? "the app cannot be attached to" : AttachedClients.problem
            let problems = Verdict.problems(of: runtime) + (unserved.map { [$0] } ?? [])
            for problem in problems { print("FlintThreadStress: \(problem)") }
            print(
                "FlintThreadStress: \(Worker.summary), \(AttachedClients.summary), \(problems.isEmpty ? "all in order" : "NOT in order")"
            )
            exit(problems.isEmpty ? 0 : 1)
        }
        dispatchMain()
    }
}
