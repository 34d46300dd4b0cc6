import FlintCore
import Foundation

extension AppFact where Value == PlatformVersion {
    static var telescopeFirmware: AppFact {
        AppFact("telescope-firmware", title: "Telescope firmware", remedy: .operator("Update the telescope"))
    }
}

final class TrackingFeature: ConditionalFeature {
    static let description = "Follows a star across the sky"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.telescopeFirmware, atLeast: "4.10")
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

enum FactsOfYourOwnSnippets {
    static func versions(print: Output) {
        for version in [nil, PlatformVersion("4.9"), PlatformVersion("4.10")] {
            Flint.set(.telescopeFirmware, to: version)
            print(TrackingFeature.descriptionOfUnsatisfiedConstraints ?? "available")
        }
    }
}

enum DomeState: String, AppFactChoice {
    case open, closed
    case closedForWind = "closed-for-wind"

    var remedy: Remedy? {
        switch self {
        case .open: nil
        case .closed: .user("Press the button beside the door")
        case .closedForWind: .nobody("The wind is too strong")
        }
    }
}

extension AppFact where Value == DomeState {
    static var dome: AppFact { AppFact("dome", title: "Dome") }
}

final class PhotographyFeature: ConditionalFeature {
    static let description = "Takes pictures of the sky"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.dome, is: .open)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

extension FactsOfYourOwnSnippets {
    static func remedies(print: Output) {
        for state in [DomeState.closed, .closedForWind] {
            Flint.set(.dome, to: state)
            for row in FlintRuntime.current.explanation(of: PhotographyFeature.self).requirements {
                if let remedy = row.remedy { print("\(row.statement). \(remedy.sentence) (\(remedy.actor))") }
            }
        }
    }
}

enum Membership: String, CaseIterable {
    case visitor, friend, patron
}

extension Membership: AppFactLevel {}

extension AppFact where Value == Membership {
    static var membership: AppFact { AppFact("membership", title: "Membership") }
}

final class LectureFeature: ConditionalFeature {
    static let description = "Shows lectures"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.membership, atLeast: .friend)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

extension FactsOfYourOwnSnippets {
    static func levels(print: Output) {
        for membership in Membership.allCases {
            Flint.set(.membership, to: membership)
            print(LectureFeature.descriptionOfUnsatisfiedConstraints ?? "available")
        }
    }
}

/// The telescope of the observatory.
final class Telescope: Sendable {
    static let shared = Telescope()

    let firmware = PlatformVersion("4.11")

    func askedFirmware() async throws -> PlatformVersion { PlatformVersion(major: 4, minor: 11) }
}

extension FactsOfYourOwnSnippets {
    static func configure(_ config: Flint.DependenciesConfig) {
        config.setSource(of: AppFact.telescopeFirmware) { Telescope.shared.firmware }
    }

    static func configureService(_ config: Flint.DependenciesConfig) {
        config.setSource(
            of: AppFact.telescopeFirmware,
            AsyncFactSource(every: 600, whileUnanswered: .lastKnown(for: 3_600)) {
                try await Telescope.shared.askedFirmware()
            })
    }
}
