// SPDX-License-Identifier: MIT

import CFlintSoak
import Dispatch
import FlintCLI
import FlintCore
import FlintInspector
import FlintPodcasts
import FlintSimulation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The demo at many times its normal speed, with the complete command line.
///
/// A soak drives this app on pseudo-terminals. The environment variable `FLINT_SOAK` names the file of the values that
/// the soak's processes share.
final class SoakApp: FlintApplication {
    /// The seconds that elapse in the demo and its store per real second.
    nonisolated static let speed = 50

    nonisolated static let commandName = "soak"
    nonisolated static let abstract = "The podcast player at \(speed) times its speed."
    nonisolated static let appName = PodcastApp.name

    /// The file of the shared values, or `nil` if the process is not part of a soak.
    nonisolated static var sharedFile: String? { getenv("FLINT_SOAK").map { String(cString: $0) } }

    private let podcasts: PodcastApp
    private let phone: SimulatedDevice
    private let toggles: FileKeyValueStore
    private let flags: FileKeyValueStore
    private let startsBackgroundWork: Bool
    private var passed = 0
    private var marker: Int64 = 0
    private var timer: (any DispatchSourceTimer)?

    init(options: EmptyOptions, launch: LaunchOptions) throws {
        podcasts = try PodcastApp()
        phone = PodcastDevice.make(file: launch.stateFile(named: "device"))
        toggles = FileKeyValueStore(path: launch.stateFile(named: "toggles"))
        flags = FileKeyValueStore(path: launch.stateFile(named: "flags"))
        startsBackgroundWork = launch.startsBackgroundWork
    }

    func setUp() {
        podcasts.setUp(on: phone, toggles: toggles, flags: flags)
        // Only the console's process advances the time. The clients have the same environment but must not advance it.
        guard startsBackgroundWork else { return }
        phone.store.setRate(Double(Self.speed))
        let start = ContinuousClock.now
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: 1 / Double(Self.speed))
        timer.setEventHandler { [self] in
            MainActor.assumeIsolated { catchUp(since: start) }
        }
        timer.resume()
        self.timer = timer
    }

    /// Advances the demo by all elapsed seconds, because a timer that fires late does not fire twice, and records the
    /// marker that the soak requests.
    private func catchUp(since start: ContinuousClock.Instant) {
        let due = Int((ContinuousClock.now - start) / .milliseconds(1)) * Self.speed / 1_000
        podcasts.advance(seconds: due - passed)
        passed = max(passed, due)
        soak_set(soak_demo_seconds, Int64(passed))
        soak_set(soak_app_time, Int64(Date().timeIntervalSince1970))
        let requested = soak_get(soak_marker)
        guard requested != marker else { return }
        marker = requested
        FlintRuntime.current.record(
            StoreEvent(productID: nil, summary: "marker \(SoakMarker.word(Int(marker)))", date: Date()))
    }

    var router: (any PresentationRouter & Sendable)? { podcasts.router }
    var device: SimulatedDevice? { phone }
    var backgroundWork: (any BackgroundWork)? { nil }
    var activity: String? { podcasts.activity }
    var problems: [String] { [phone.problem, flags.problem, toggles.problem].compactMap(\.self) }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {
        podcasts.onActivityChange(handler)
    }
}
