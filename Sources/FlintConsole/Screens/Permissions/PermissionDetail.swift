import InspectorKit

/// Everything that is known of a permission, line by line.
struct PermissionDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    /// Makes the lines.
    init(_ permission: PermissionSnapshot, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.permissions)
        let signs = state.signs
        lines.append(StyledLine(TextLayout.clipped(permission.permission, to: columns, ellipsis: signs.ellipsis), .dim))
        if permission.usage.isEmpty {
            lines.append(StyledLine("The app gives no reason for wanting it.", .dim))
        } else {
            let usage = "\(signs.openQuote)\(permission.usage)\(signs.closeQuote)"
            for line in TextLayout.wrapped(usage, to: columns, limit: 4, ellipsis: signs.ellipsis) {
                lines.append(StyledLine(line))
            }
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Status", .heading))
        lines.append(
            StyledLine("   system      ").adding(permission.status.description, StatusWords.role(permission.status)))
        let fact = Fact(kind: .permission, key: permission.permission, title: permission.title)
        lines += state.overrideLines(of: fact, words: permission.override?.description, columns: columns)
        lines.append(
            StyledLine("   effective   ").adding(
                permission.effective.description, StatusWords.role(permission.effective)))
        for line in TextLayout.wrapped(Self.meaning(permission.effective), to: columns - 3, ellipsis: signs.ellipsis) {
            lines.append(StyledLine("   " + line, .dim))
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Features that need it", .heading))
        lines += FeatureList.lines(
            state.details.usages[FactReference(kind: .permission, key: permission.permission)], in: state,
            columns: columns)
    }

    /// What a status means for the user.
    private static func meaning(_ status: PermissionStatus) -> String {
        switch status {
        case .notDetermined: "The user has not been asked; a flow can ask."
        case .authorized: "The user said yes."
        case .denied: "Denied by the user; only the system's settings can change that."
        case .restricted: "Something outside the user's control forbids it."
        case .unsupported: "This system has no such permission."
        }
    }
}
