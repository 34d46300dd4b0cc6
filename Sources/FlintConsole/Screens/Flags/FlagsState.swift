import InspectorKit

/// What the Flags screen remembers.
struct FlagsState: Sendable {
    /// What is said where there are no flags.
    static let emptyWords = "No feature needs a flag, and no provider knows one"

    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The keys of the flags in the list.
    var rows: [String] = []
}

extension ConsoleState {
    /// The selected flag, or `nil` if it is gone or there is none.
    var selectedFlag: FlagSnapshot? {
        flags.browser.list.selection.flatMap(flag)
    }

    /// A flag by key.
    func flag(_ key: String) -> FlagSnapshot? { model.flags[key] }

    /// Makes the rows of the list again.
    mutating func rebuildFlagRows() {
        let terms = flags.browser.filter.terms
        let rows = model.flags.filter { terms.match("\($0.key) \($0.provider ?? "")") }.map(\.key)
        flags.rows = rows
        let height = layout.listHeight(.flags)
        guard let selection = flags.browser.list.selection else {
            flags.browser.list.move(.first, count: rows.count, height: height) { rows[$0] }
            return
        }
        flags.browser.list.reanchor(at: rows.firstIndex(of: selection), count: rows.count, height: height)
    }
}

extension FlagSnapshot {
    /// The place among the answers of the one that counts, or `nil` if none has a value.
    var winner: Int? {
        answers.firstIndex { $0.value != nil && $0.provider == provider } ?? answers.firstIndex { $0.value != nil }
    }

    /// The place among the answers of the one that setting the flag would change, or `nil` if none can be set.
    var settable: Int? { answers.firstIndex { $0.isMutable } }

    /// Why the flag cannot be set, in words for the user; `nil` if it can.
    var reasonAgainstSetting: String? {
        if settable != nil { return nil }
        return answers.isEmpty
            ? "The app has no provider of flags, so \(key) cannot be set: override it"
            : "None of the providers can be set, so \(key) cannot be: override it"
    }

    /// The value of a flag as people read it.
    static func words(_ value: Bool?) -> String {
        switch value {
        case true?: "on"
        case false?: "off"
        case nil: "not known"
        }
    }

    /// The look of a flag's value.
    static func role(_ value: Bool?) -> Role {
        switch value {
        case true?: .good
        case false?: .bad
        case nil: .doubtful
        }
    }
}
