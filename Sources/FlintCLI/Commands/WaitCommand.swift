// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintWorld

struct WaitCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "wait", abstract: "Wait until a feature is available, or until it is unavailable.",
            discussion: """
                The command ends with status 0 as soon as the feature has the availability. After the timeout, it ends \
                with status 1 and prints why the feature does not have it. Undetermined is neither available nor \
                unavailable.
                """)
    }

    @Argument(
        help: "The feature's path, its type's name, or a unique part of its name.",
        completion: .features(of: App.self)) var feature: String
    @Flag(help: "Wait until the feature is available. This is the default.") var available = false
    @Flag(help: "Wait until the feature is unavailable.") var unavailable = false
    @OptionGroup var limit: WaitOptions
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    func validate() throws {
        if available, unavailable {
            throw ValidationError("--available and --unavailable exclude each other; leave out one of them.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        let following = try ChangeFollower(shared)
        let inspector = following.session.inspector
        let id = try Names.feature(feature, in: following.session.model).id
        let wanted = !unavailable
        var latest: FeatureSnapshot?
        var isFirst = true
        let hasSucceeded = try await following.wait(limit.seconds) {
            guard
                let answer = try following.answer({ () throws(MissingAnswer) in
                    defer { isFirst = false }
                    // If every change led to a read, a source whose values alternate would keep the command busy.
                    return try inspector.world(of: [id], reading: isFirst).detail(of: id)
                })
            else { return true }
            latest = answer
            return answer?.available != wanted
        }
        guard let latest, hasSucceeded else {
            throw CommandLineError.refused(
                "\(latest?.sentence ?? "The feature is no longer registered.") This has not changed within "
                    + "\(WaitOptions.displayText(seconds: limit.seconds)). To wait longer, set --timeout SECONDS.")
        }
        if json {
            try CommandOutput.print(json: WhyAnswer.Explanation(latest, in: inspector.readModel()))
        } else {
            try CommandOutput.print([latest.sentence])
        }
        return 0
    }
}
