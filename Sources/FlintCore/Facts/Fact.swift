#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One thing that availability can depend on: what really holds, what is laid over it, and who says so.
public struct Fact: Hashable, Sendable {
    /// What really holds.
    public var actual: FactValue
    /// What is laid over it, if anything.
    public var override: FactOverride? {
        get { box?.override }
        set { box = newValue.map(OverrideBox.init) }
    }
    /// Who says what really holds.
    public var source: FactSource
    /// When the actual value was last set to something else.
    public var since: Date

    /// The number of the newest reading of the actual value; 0 if it was reported without being read.
    var reading: UInt64 = 0
    /// Where the override is kept: apart, because most facts have none and there may be many facts.
    private var box: OverrideBox?

    /// What features see: the override if there is one, else what really holds.
    public var effective: FactValue { override?.value ?? actual }

    /// Creates a fact.
    public init(actual: FactValue, override: FactOverride? = nil, source: FactSource, since: Date) {
        self.actual = actual
        box = override.map(OverrideBox.init)
        self.source = source
        self.since = since
    }

    /// Whether two facts have the same values since the same moment from the same source, whenever they were read.
    public static func == (lhs: Fact, rhs: Fact) -> Bool {
        lhs.actual == rhs.actual && lhs.box == rhs.box && lhs.source == rhs.source && lhs.since == rhs.since
    }

    /// Hashes the values, the source and the moment.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(actual)
        hasher.combine(box)
        hasher.combine(source)
        hasher.combine(since)
    }
}

/// An override that takes no room where there is none.
private final class OverrideBox: Hashable, Sendable {
    let override: FactOverride

    init(_ override: FactOverride) {
        self.override = override
    }

    static func == (lhs: OverrideBox, rhs: OverrideBox) -> Bool { lhs.override == rhs.override }

    func hash(into hasher: inout Hasher) { hasher.combine(override) }
}
