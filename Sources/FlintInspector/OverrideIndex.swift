import InspectorKit

/// Which override a record is.
struct OverrideIdentity: Hashable {
    let kind: FactKind
    let key: String

    init(_ record: OverrideRecord) {
        kind = record.kind
        key = record.key
    }

    /// Hashes the key alone, which few facts of several kinds have in common.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Whether it comes before another one in the file and in the journal.
    func isBefore(_ other: OverrideIdentity) -> Bool {
        kind == other.kind ? key < other.key : kind.rawValue < other.kind.rawValue
    }
}

/// The overrides of a file by the fact they are about.
///
/// They are put in order when that is first needed: a file may hold very many, and most programs only read it.
struct OverrideIndex {
    /// The records as they were read, until they are in order.
    private var records: [OverrideRecord] = []
    /// What has become of facts since, until it is in order; `nil` for an override that was removed.
    private var later: [OverrideIdentity: OverrideRecord?] = [:]
    private var index: [OverrideIdentity: OverrideRecord]?

    /// Creates an index of records, of which the last one of each fact counts.
    init(_ records: [OverrideRecord] = []) {
        self.records = records
    }

    /// Whether an index is made of the same records in the same order, as far as that is found out quickly.
    func isMade(of other: [OverrideRecord]) -> Bool { index == nil && later.isEmpty && records == other }

    /// The records, in order from now on.
    var all: [OverrideIdentity: OverrideRecord] {
        mutating get {
            if let index { return index }
            var made = Dictionary(records.lazy.map { (OverrideIdentity($0), $0) }, uniquingKeysWith: { $1 })
            for (identity, record) in later { made[identity] = record }
            (records, later, index) = ([], [:], made)
            return made
        }
    }

    /// Replaces the record of a fact; `nil` removes it.
    mutating func set(_ record: OverrideRecord?, of identity: OverrideIdentity) {
        if index == nil {
            later.updateValue(record, forKey: identity)
        } else {
            index?[identity] = record
        }
    }

    /// Keeps the records of some facts only.
    mutating func keep(where isKept: (OverrideIdentity) -> Bool) {
        index = all.filter { isKept($0.key) }
    }
}
