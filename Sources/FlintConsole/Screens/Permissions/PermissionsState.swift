import InspectorKit

/// What the Permissions screen remembers.
struct PermissionsState: Sendable {
    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The names of the permissions in the list.
    var rows: [String] = []
}

extension ConsoleState {
    /// The selected permission, or `nil` if it is gone or there is none.
    var selectedPermission: PermissionSnapshot? {
        permissions.browser.list.selection.flatMap(permission)
    }

    /// A permission by name.
    func permission(_ name: String) -> PermissionSnapshot? {
        model.permissions.first { $0.permission == name }
    }

    /// Makes the rows of the list again.
    mutating func rebuildPermissionRows() {
        let terms = permissions.browser.filter.terms
        let rows = model.permissions.filter { terms.match("\($0.title) \($0.permission)") }.map(\.permission)
        permissions.rows = rows
        let height = layout.listHeight(.permissions)
        guard let selection = permissions.browser.list.selection else {
            permissions.browser.list.move(.first, count: rows.count, height: height) { rows[$0] }
            return
        }
        permissions.browser.list.reanchor(at: rows.firstIndex(of: selection), count: rows.count, height: height)
    }
}
