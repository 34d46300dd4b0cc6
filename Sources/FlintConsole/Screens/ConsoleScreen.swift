// SPDX-License-Identifier: MIT

import FlintWorld

/// A screen of the console.
///
/// The raw value is the digit that opens the screen. The digits are fixed, so that adding a screen does not change the
/// keys of the others.
public enum ConsoleScreen: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The hierarchy of features with each feature's availability.
    case features = 1
    /// The products that features depend on, and the simulated store.
    case purchases = 2
    /// The system permissions, and the authorization flow.
    case permissions = 3
    /// The facts: feature flags with each provider's value, the app's own facts, user settings, and runtime switches.
    case flags = 4
    /// The recorded events, newest last.
    case timeline = 5
    /// The actions that were performed and denied, and the open action stacks of every session.
    case stacks = 6
    /// The app's log, newest last.
    case logs = 7
    /// The availability of features for different personas.
    case matrix = 8

    package var title: String { behavior.title }
}

extension ConsoleScreen {
    init?(listing kind: FactKind) {
        guard let screen = Self.allCases.first(where: { $0.behavior.lists(kind) }) else { return nil }
        self = screen
    }

    var behavior: any ScreenBehavior {
        switch self {
        case .features: FeaturesScreen()
        case .purchases: PurchasesScreen()
        case .permissions: PermissionsScreen()
        case .flags: FactsScreen()
        case .timeline: TimelineScreen()
        case .stacks: ActivityScreen()
        case .logs: LogsScreen()
        case .matrix: MatrixScreen()
        }
    }
}

extension KeyCommand {
    static let screens: [KeyCommand: ConsoleScreen] = [
        .showFeatures: .features, .showPurchases: .purchases, .showPermissions: .permissions, .showFlags: .flags,
        .showTimeline: .timeline, .showStacks: .stacks, .showLogs: .logs, .showMatrix: .matrix,
    ]
}

/// A presenter that opens screens of the console.
///
/// An app's debug features use the presenter to open screens in the console that shows the app. An action whose
/// presenter type is this protocol receives the presenter when it is performed:
///
/// ```swift
/// presenter.show(.timeline)
/// ```
///
/// Both methods can be called from any thread. The console applies the change before it draws the next frame. Without a
/// running or attached console, the methods have no effect.
public protocol ScreenPresenter: AnyObject, Sendable {
    /// Opens a screen.
    ///
    /// Call ``hide()`` to return to the screen that is currently shown.
    func show(_ screen: ConsoleScreen)

    /// Returns to the screen that was shown before the last call to ``show(_:)``.
    ///
    /// This method has no effect if the user has left the opened screen.
    func hide()
}
