import InspectorKit

/// The sign and the look of an availability or of a requirement's status.
enum StatusWords {
    /// The sign of an availability, two cells wide.
    static func sign(_ available: Bool?) -> String {
        switch available {
        case true?: "ok"
        case false?: "no"
        case nil: "? "
        }
    }

    /// The look of an availability.
    static func role(_ available: Bool?) -> Role {
        switch available {
        case true?: .good
        case false?: .bad
        case nil: .doubtful
        }
    }

    /// The availability in words.
    static func words(_ available: Bool?) -> String {
        switch available {
        case true?: "available"
        case false?: "not available"
        case nil: "not known"
        }
    }

    /// Whether a requirement is met, with `nil` for not known.
    static func truth(_ status: RequirementStatus) -> Bool? {
        switch status {
        case .satisfied: true
        case .notSatisfied: false
        case .notDetermined: nil
        }
    }

    /// The look of a purchase status.
    static func role(_ status: PurchaseStatus) -> Role {
        switch status {
        case .purchased: .good
        case .notPurchased: .bad
        case .unknown: .doubtful
        }
    }

    /// The look of a permission status.
    static func role(_ status: PermissionStatus) -> Role {
        switch status {
        case .authorized: .good
        case .denied, .restricted, .unsupported: .bad
        case .notDetermined: .doubtful
        }
    }
}

/// What a preview says, in words.
enum PreviewWords {
    /// Which features would change and how, in one line.
    ///
    /// - Parameter preview: The preview, or `nil` while it is not known.
    /// - Returns: The line; it may be longer than the screen is wide.
    static func line(_ preview: Preview?) -> StyledLine {
        guard let preview else { return StyledLine("not known yet", .dim) }
        guard !preview.changes.isEmpty else { return StyledLine("no change", .dim) }
        var line = StyledLine()
        for after in [true, false, nil] as [Bool?] {
            let names = preview.changes.filter { $0.after == after }.map(\.featureName)
            guard !names.isEmpty else { continue }
            if line.width > 0 { line.append("; ", .dim) }
            line.append(StatusWords.sign(after).trimmed, StatusWords.role(after))
            line.append(" " + names.prefix(20).joined(separator: ", "))
            if names.count > 20 { line.append(" and \(names.count - 20) more", .dim) }
        }
        return line
    }
}

extension String {
    /// The text without blanks at its end.
    var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
