import InspectorKit
import TerminalKit

/// What the Permissions screen remembers.
struct PermissionsState: ListContent {
    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The names of the permissions in the list.
    var rows: [String] = []
}

extension ConsoleState {
    /// The selected permission, or `nil` if it was removed or there is none.
    var selectedPermission: PermissionSnapshot? {
        permissions.browser.list.selection.flatMap(permission)
    }

    /// A permission by name.
    func permission(_ name: String) -> PermissionSnapshot? {
        model.permissions.first { $0.permission == name }
    }
}

/// The system permissions, and the flow that asks for them.
struct PermissionsScreen: ListScreen {
    let screen = ConsoleScreen.permissions
    let title = "Permissions"
    let shortTitle = "Perms"
    let noun = "permission"
    let emptyText = "The app refers to no permission."
    let keyContext = KeyContext.permissions
    let factKind: FactReference.Kind? = .permission

    var content: WritableKeyPath<ConsoleState, PermissionsState> { \.permissions }

    // MARK: The list

    func rows(in state: ConsoleState) -> [String] {
        let terms = state.permissions.browser.filter.terms
        return state.model.permissions.filter { terms.match("\($0.title) \($0.permission)") }.map(\.permission)
    }

    /// A row of the list: room for the marker, the title, whether it is overridden and what features see.
    func line(_ row: String, in state: ConsoleState, columns: Int) -> StyledLine {
        guard let permission = state.permission(row) else { return StyledLine() }
        let statusColumns = 15
        var line = StyledLine("  ")
        let isUsed = permission.isRequired
        line.append(
            TextLayout.clipped(permission.title, to: columns - statusColumns - 6, ellipsis: state.signs.ellipsis),
            isUsed ? .plain : .dim)
        line.pad(to: columns - statusColumns - 2)
        line.append(permission.override == nil ? "  " : "\(state.signs.overridden) ", .overridden)
        line.append(permission.effective.description, isUsed ? StatusWords.role(permission.effective) : .dim)
        return line
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> PermissionSnapshot? { state.selectedPermission }

    func name(of permission: PermissionSnapshot) -> String { permission.title }

    func detail(of permission: PermissionSnapshot, in state: ConsoleState) -> [StyledLine] {
        PermissionDetail(permission, in: state).lines
    }

    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool {
        guard let flow = state.model.status.flow else { return false }
        let isActive = state.pane == .detail && state.dialog == nil
        FlowView(flow, in: state).draw(on: &canvas, in: state.layout.detail(screen), isActive: isActive, theme: theme)
        return true
    }

    func selectedFact(in state: ConsoleState) -> Fact? {
        state.selectedPermission.map { Fact(kind: .permission, key: $0.permission, title: $0.title) }
    }

    // MARK: Commands

    func run(_ command: ConsoleCommand, in state: inout ConsoleState) { state.runPermissions(command) }

    func reason(
        against command: ConsoleCommand, on permission: PermissionSnapshot, in state: ConsoleState
    ) -> String? {
        switch command {
        case .dropOverride where permission.override == nil: "\(permission.title) is not overridden"
        case .reset where permission.status == .notDetermined:
            "\(permission.title) has not been requested yet"
        default: nil
        }
    }
}
