// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintWorld

enum OnOrOff: String, CaseIterable {
    case on
    case off

    var isOn: Bool { self == .on }
}

/// `flint user-setting` changes a feature's user setting, as the user does in the app's settings.
struct UserSettingCommand<App: FlintApplication>: ChangeCommand {
    enum Choice: String, CaseIterable {
        case on, off
        /// The declared default, which is restored by removing the user's own value.
        case byDefault = "default"

        /// The new value, or `nil` to restore the default.
        var isOn: Bool? {
            switch self {
            case .on: true
            case .off: false
            case .byDefault: nil
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "user-setting", abstract: "Change a feature's user setting, as the app's user would.",
            discussion: "To override the user setting instead: override user-setting.")
    }

    @Argument(
        help: "The feature's path, its type's name, or a unique part of its name.",
        completion: .features(of: App.self)) var feature: String
    @Argument(
        help: "on or off; default restores the declared default.", completion: .words(of: OnOrOff.self, and: "default"))
    var choice: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let choice = try Names.word(choice, of: Choice.self, called: "value of a user setting")
        let found = try Names.feature(feature, in: session.model)
        let requirements = try session.world(of: [found.id]).detail(of: found.id)?.requirements ?? []
        guard requirements.contains(where: { $0.kind == .userSetting && $0.inheritedFrom == nil }) else {
            throw CommandLineError.usage("\(found.name) has no user setting.")
        }
        return .setUserSetting(feature: found.id, isOn: choice.isOn)
    }
}
