// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCLI
import FlintCore
import FlintFoundation
import FlintInspector
import FlintPodcasts
import FlintSimulation

/// The podcast player on a simulated device, as a command line application.
///
/// The command line creates one instance per launch. The simulated device, the debug flags and the user settings are
/// stored in files beside the overrides, so a later launch continues with the same device, flags and settings.
final class PodcastDemo: FlintApplication {
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp("Play the show in this JSON Feed 1.1 file instead.", valueName: "file"),
            completion: .file(extensions: ["json"]))
        var feed: [String] = []
    }

    nonisolated static let commandName = ExecutableName.current ?? "flint"
    nonisolated static let abstract =
        "Browse the features of an app, see why they are unavailable, and unlock them. The app is a podcast player."
    nonisolated static let appName = PodcastApp.name
    nonisolated static let version = FlintProgram.version

    nonisolated static func personaFolder(environment: [String: String]) -> String? {
        PodcastApp.resourceFolder(environment: environment).map { $0 + "/personas" }
    }

    nonisolated static let bundledFiles = PodcastFiles.texts

    private let podcasts: PodcastApp
    private let phone: SimulatedDevice
    private let flags: FileKeyValueStore
    private let toggles: FileKeyValueStore
    private let startsBackgroundWork: Bool

    init(options: Options, launch: LaunchOptions) throws {
        do {
            podcasts = try PodcastApp(
                feeds: options.feed, folder: PodcastApp.resourceFolder(environment: launch.environment))
        } catch {
            throw LaunchError.unusableFile(String(describing: error))
        }
        phone = PodcastDevice.make(
            platform: launch.platform, configuration: launch.storeKit, file: launch.stateFile(named: "device"))
        flags = FileKeyValueStore(path: launch.stateFile(named: "flags"))
        toggles = FileKeyValueStore(path: launch.stateFile(named: "toggles"))
        startsBackgroundWork = launch.startsBackgroundWork
    }

    func setUp() {
        // Overrides are allowed even in release builds, because the demo exists to show them.
        podcasts.setUp(on: phone, toggles: toggles, flags: flags)
        if startsBackgroundWork { podcasts.setRunning(true) }
    }

    var router: (any PresentationRouter & Sendable)? { podcasts.router }

    var device: SimulatedDevice? { phone }

    var backgroundWork: (any BackgroundWork)? { podcasts }

    var activity: String? { podcasts.activity }

    var problems: [String] { [phone.problem, flags.problem, toggles.problem].compactMap(\.self) }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {
        podcasts.onActivityChange(handler)
    }
}

extension PodcastApp: BackgroundWork {}
