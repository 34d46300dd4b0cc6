// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    var selectedPermission: PermissionSnapshot? {
        screens.permissions.browser.list.selection.flatMap(permission)
    }

    func permission(_ name: String) -> PermissionSnapshot? {
        model.permissions.first { $0.permission == name }
    }
}

/// The screen with the system permissions and the authorization flow.
///
/// While an authorization flow exists, it replaces the details; see ``FlowView``. Permissions that no feature requires
/// are dimmed.
struct PermissionsScreen: ListScreen {
    let screen = ConsoleScreen.permissions
    let title = "Permissions"
    let shortTitle = "Perms"
    let noun = "permission"
    let emptyText = "The app uses no permissions."
    let keyContext = KeyContext.permissions
    let factKind: FactKind? = .permission

    var content: WritableKeyPath<ConsoleState, SimpleList<String>> { \.screens.permissions }

    // MARK: The list

    func rows(in state: ConsoleState) -> [String] {
        let filter = state.screens.permissions.browser.filter.itemFilter(filterFields)
        return state.screens.permissions.browser.order.sorted(
            state.model.permissions.filter(filter.matches), by: \.title
        ).map(\.permission)
    }

    func noFailureText(in state: ConsoleState) -> String { "Every permission here is allowed or can be requested" }

    func isFailure(_ row: String, in state: ConsoleState) -> Bool {
        state.permission(row)?.hasValue(of: statusField) { $0 == "no" } == true
    }

    var filterFields: [FilterField] { PermissionSnapshot.filterFields }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        state.model.permissions.map(\.permission)
    }

    func line(_ row: String, in state: ConsoleState, columns: Int) -> StyledLine {
        guard let permission = state.permission(row) else { return StyledLine() }
        let statusColumns = 15
        var line = StyledLine("  ")
        let isUsed = permission.isRequired
        line.append(
            TextLayout.clipped(permission.title, to: columns - statusColumns - 6, ellipsis: state.glyphs.ellipsis),
            isUsed ? .plain : .dim)
        line.pad(to: columns - statusColumns - 2)
        let fact = FactReference(kind: .permission, key: row)
        line.append(mark: state.overrideSign(of: fact), .overridden, if: permission.override != nil)
        line.append(" ")
        line.append(
            permission.effective.description, isUsed ? AvailabilityFormatter.role(permission.effective.truth) : .dim)
        return line
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> PermissionSnapshot? { state.selectedPermission }

    func itemCount(in state: ConsoleState) -> Int { state.model.permissions.count }

    func name(of permission: PermissionSnapshot) -> String { permission.title }

    func detail(of permission: PermissionSnapshot, in state: ConsoleState) -> [StyledLine] {
        PermissionDetail(permission, in: state).lines
    }

    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool {
        guard let flow = state.model.status.flow else { return false }
        let isActive = state.pane == .detail && state.dialog == nil
        FlowView(flow, in: state).draw(
            on: &canvas, in: state.layout.detailArea(of: screen), isActive: isActive, theme: theme)
        return true
    }

    func selectedFact(in state: ConsoleState) -> OverridableFact? { state.selectedPermission?.overridable }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        if command == .restartApp { return state.askToRestart() }
        guard let permission = state.selectedPermission else { return }
        switch command {
        case .override: state.offerValues(of: state.chosenFacts)
        case .removeOverride: state.changeChosenFacts(toValue: nil)
        case .simulate: state.offerValues(of: state.selectedFacts, inActualPlace: true)
        case .reset: state.send(.setPermission(permission: permission.permission, status: .notDetermined), .change)
        default: break
        }
    }

    func reasonNotAllowed(
        _ command: KeyCommand, on permission: PermissionSnapshot, in state: ConsoleState
    ) -> String? {
        switch command {
        case .reset where permission.status == .notDetermined:
            "\(permission.title) has not been requested yet"
        default: nil
        }
    }
}

/// The content of a permission's details.
///
/// The sections are the app's usage description, the system's status with its override, the features that require the
/// permission, and its latest events.
struct PermissionDetail {
    private(set) var lines: [StyledLine] = []

    init(_ permission: PermissionSnapshot, in state: ConsoleState) {
        let columns = state.layout.detailColumnCount(of: .permissions)
        let glyphs = state.glyphs
        lines.append(
            StyledLine(TextLayout.clipped(permission.permission, to: columns, ellipsis: glyphs.ellipsis), .dim))
        if permission.usage.isEmpty {
            lines.append(StyledLine("The app provides no usage description.", .dim))
        } else {
            lines += StyledLine(glyphs.quoted(permission.usage))
                .wrapped(to: columns, limit: 4, ellipsis: glyphs.ellipsis)
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Status", .heading))
        lines.append(
            StyledLine("   system      ").adding(
                permission.statusText, AvailabilityFormatter.role(permission.status.truth)))
        let fact = permission.overridable
        lines += state.overrideLines(of: fact, words: permission.override?.description, columns: columns)
        lines.append(
            StyledLine("   current     ").adding(
                permission.effectiveText, AvailabilityFormatter.role(permission.effective.truth)))
        lines += StyledLine("   " + Self.meaning(permission.effective), .dim).wrapped(to: columns, indent: 3)
        lines += state.factSections(fact.reference, columns: columns)
    }

    private static func meaning(_ status: PermissionStatus) -> String {
        switch status {
        case .notDetermined: "The user has not been asked; a flow can request it."
        case .authorized: "Allowed by the user."
        case .denied: "Denied by the user; only the system's settings can change that."
        case .restricted: "Restricted by something outside the user's control."
        case .unsupported: "Unsupported: \(PermissionStatus.unsupportedReason)."
        }
    }
}

extension ConsoleState {
    fileprivate mutating func askToRestart() {
        let body = [
            StyledLine("Simulates a restart of the app: permissions allowed once expire.", .dim)
        ]
        confirm("Restart \(model.status.appName)?", body: body, "r", "Restart", .restartApp, isForecast: true)
    }

    func systemPlace(of fact: OverridableFact) -> ChoiceDialog.Place? {
        guard fact.kind == .permission, let permission = permission(fact.key) else { return nil }
        return place(
            "in the system", "Changes the system's own value, as its settings app would.", of: fact,
            PermissionStatus.allCases.map { ($0.description, .permission($0)) },
            current: .permission(permission.status))
    }
}
