// SPDX-License-Identifier: MIT

import FlintCore

/// The features of an account on a server.
///
/// Each subfeature requires one of the app's own facts: a version, a level, or one of several choices.
final class AccountFeature: FeatureGroup {
    static let name = "Podcast account"
    static let description = "Use the app on several devices"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            DeviceSyncFeature.self, FamilyLibraryFeature.self, LocalChartsFeature.self, ChapterTitlesFeature.self,
        ]
    }
}

/// Synchronization with other devices, which requires version 9.6 of the server.
final class DeviceSyncFeature: ConditionalFeature {
    static let name = "Device sync"
    static let description = "Continue an episode on another device"

    static let start = action(StartSyncAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.syncServer, atLeast: PlatformVersion(major: 9, minor: 6))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(start)
    }
}

/// A library for several people, which requires a family account.
final class FamilyLibraryFeature: ConditionalFeature {
    static let name = "Family library"
    static let description = "Share your shows with your family"

    static let share = action(ShareLibraryAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.accountLevel, atLeast: .family)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(share)
    }
}

final class LocalChartsFeature: ConditionalFeature {
    static let name = "Local charts"
    static let description = "See what your country listens to"

    static let open = action(OpenChartsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.catalogCountry, oneOf: [.germany, .japan])
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(open)
    }
}

final class ChapterTitlesFeature: ConditionalFeature {
    static let name = "Chapter titles"
    static let description = "Give the chapters of an episode titles"

    static let write = action(WriteTitlesAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(OnDeviceModel.fact, is: .available)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(write)
    }
}

final class StartSyncAction: HandOverAction {
    static let name = "start"
    static let description = "Continue an episode on another device"
    static let place = "your other devices"
}

final class ShareLibraryAction: HandOverAction {
    static let name = "share"
    static let description = "Share an episode with the family"
    static let place = "the family library"
}

final class OpenChartsAction: HandOverAction {
    static let name = "open"
    static let description = "Compare an episode with the charts"
    static let place = "the charts"
}

final class WriteTitlesAction: HandOverAction {
    static let name = "write"
    static let description = "Write titles for the chapters of an episode"
    static let place = "the language model"
}

// MARK: - Facts

/// The levels of an account, from the lowest to the highest.
enum AccountLevel: String, AppFactLevel {
    case free, personal, family
}

enum CatalogCountry: String, AppFactChoice {
    case germany, japan, iceland

    var title: String {
        switch self {
        case .germany: "Germany"
        case .japan: "Japan"
        case .iceland: "Iceland"
        }
    }
}

extension AppFact where Value == PlatformVersion {
    static var syncServer: AppFact {
        AppFact("sync-server", title: "Sync server", remedy: .operator("Update the sync server"))
    }
}

extension AppFact where Value == AccountLevel {
    static var accountLevel: AppFact {
        AppFact("account-level", title: "Account", remedy: .user("Change the account"))
    }
}

extension AppFact where Value == CatalogCountry {
    static var catalogCountry: AppFact {
        AppFact("catalog-country", title: "Catalog", remedy: .nobody("There are no charts of this country"))
    }
}

/// The facts that the app knows about the account and the device.
///
/// A real app would ask its server and the system.
enum AccountFacts {
    static func provide(to config: Flint.DependenciesConfig) {
        config.setSource(of: AppFact.syncServer) { PlatformVersion(major: 9, minor: 4) }
        config.setSource(of: AppFact.accountLevel) { .personal }
        config.setSource(of: AppFact.catalogCountry) { .iceland }
        config.setSource(of: OnDeviceModel.fact) { .notEnabled }
    }
}
