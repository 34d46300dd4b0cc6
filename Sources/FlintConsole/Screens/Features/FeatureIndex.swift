import InspectorKit

/// What features are found by, kept from one letter of a filter to the next.
struct FeatureSearch: Sendable {
    /// The texts besides names and ids, as far as they have been read.
    var texts: FeatureTexts?
    /// Whether they have been asked for.
    var isRequested = false
    /// What is searched, made when it is first needed.
    var index: FeatureIndex?
    /// Whether a status has changed since the rows of filtered lists were made.
    var statesChanged = false
}

extension ConsoleState {
    /// Asks for the texts of features while a list of features is filtered.
    mutating func wantFeatureTexts() {
        if search.statesChanged {
            search.statesChanged = false
            if features.browser.filter.isActive { FeaturesScreen().rebuildRows(in: &self) }
        }
        guard search.texts == nil, !search.isRequested, !model.features.isEmpty,
            features.browser.filter.isInUse || matrix.browser.filter.isInUse
        else { return }
        search.isRequested = true
        outbox.append(.readFeatureTexts)
    }

    /// Keeps the texts of features.
    mutating func receive(_ texts: FeatureTexts) {
        search.texts = texts
        search.index = nil
        prepareFeatureIndex()
        if features.browser.filter.isActive { FeaturesScreen().rebuildRows(in: &self) }
        if matrix.browser.filter.isActive { MatrixScreen().rebuildRows(in: &self) }
    }

    /// Makes what is searched, unless it is there already.
    mutating func prepareFeatureIndex() {
        guard search.index == nil else { return }
        search.index = FeatureIndex(model.tree, texts: search.texts ?? FeatureTexts())
    }
}

/// The texts of all features in the order of the tree, for searching each that is shared only once.
///
/// Names and the last parts of ids lie one after the other in lower case. A set of the characters of each rules most
/// features out without looking at the texts.
struct FeatureIndex: Sendable {
    private var bytes: [UInt8] = []
    /// Where the text of each feature begins, and where the last one ends.
    private var starts: [Int32] = [0]
    private var characters: [CharacterSet64] = []
    /// The index of the group of each feature; -1 at the roots.
    private var parents: [Int32] = []
    private var descriptions: [Int32] = []
    private var requirements: [Int32] = []
    private let texts: FeatureTexts

    /// Collects the texts of features.
    init(_ tree: FeatureTree, texts: FeatureTexts) {
        self.texts = texts
        let features = tree.features
        bytes.reserveCapacity(features.count * 32)
        starts.reserveCapacity(features.count + 1)
        characters.reserveCapacity(features.count)
        parents.reserveCapacity(features.count)
        descriptions.reserveCapacity(features.count)
        requirements.reserveCapacity(features.count)
        var open: [(index: Int32, end: Int)] = []
        for index in features.indices {
            while let group = open.last, group.end <= index { open.removeLast() }
            parents.append(open.last?.index ?? -1)
            if tree.hasChildren(index) { open.append((Int32(clamping: index), tree.end(of: index))) }
            let start = bytes.count
            append(features[index].name)
            bytes.append(0)
            append(features[index].id, onlyLastPart: true)
            starts.append(Int32(clamping: bytes.count))
            characters.append(CharacterSet64(bytes[start...]))
            descriptions.append(texts.descriptionIndex(of: features[index].number))
            requirements.append(texts.requirementsIndex(of: features[index].number))
        }
    }

    /// Adds a text in lower case, or what comes after its last slash.
    private mutating func append(_ text: String, onlyLastPart: Bool = false) {
        var text = text
        let isASCII = text.withUTF8 { source in
            guard source.allSatisfy({ $0 < 0x80 }) else { return false }
            var start = source.count
            if onlyLastPart {
                while start > 0, source[start - 1] != UInt8(ascii: "/") { start -= 1 }
            } else {
                start = 0
            }
            for byte in source[start...] { bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
            return true
        }
        if !isASCII { bytes.append(contentsOf: (onlyLastPart ? text.lastPart : text).lowercased().utf8) }
    }

    /// A text that is searched for in names, with the set of its characters.
    private struct Probe {
        let needle: TextNeedle
        let characters: CharacterSet64

        init(_ needle: TextNeedle) {
            self.needle = needle
            characters = CharacterSet64(needle.bytes)
        }
    }

    /// Returns whether each feature matches a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - features: The features the index was made of, as they are now.
    ///   - focus: The ids of the features in focus.
    ///   - differs: Returns whether a feature differs in what is compared.
    /// - Returns: One value for each feature, in their order.
    func matches(
        _ filter: ItemFilter, in features: [FeatureSummary], focus: [String] = [],
        differs: (FeatureSummary) -> Bool = { _ in false }
    ) -> [Bool] {
        var isMatch = Array(repeating: true, count: features.count)
        guard features.count == parents.count else { return isMatch }
        /// Returns whether any of some statuses is that of the feature at an index.
        func has(_ wanted: FeatureStatusSet, _ index: Int) -> Bool {
            if !wanted.isDisjoint(with: FeatureStatusSet(features, index)) { return true }
            if wanted.contains(.inFocus), !focus.isEmpty, FeatureStatusSet.isInFocus(features[index].id, focus) {
                return true
            }
            return wanted.contains(.differs) && differs(features[index])
        }
        for condition in filter.conditions {
            switch condition.test {
            case .text(let needle):
                let (probe, needed) = (Probe(needle), needing(needle))
                let described = texts.descriptions.map(needle.isIn)
                let words = FeatureStatusSet.meant(by: needle)
                let looksAtIDs = needle.bytes.contains(UInt8(ascii: "/"))
                test(condition, &isMatch) { index in
                    described[Int(descriptions[index])] || needed[index]
                        || (!words.isEmpty && has(words, index)) || isInText(probe, index)
                        || (looksAtIDs && needle.isIn(features[index].id))
                }
            case .value(_, let values):
                let wanted = FeatureStatusSet(values)
                test(condition, &isMatch) { has(wanted, $0) }
            case .part("needs", let needle):
                let needed = needing(needle)
                test(condition, &isMatch) { needed[$0] }
            case .part(_, let needle):
                test(condition, &isMatch) { needle.isIn(features[$0].id) }
            }
        }
        return isMatch
    }

    @inline(__always)
    private func test(
        _ condition: ItemFilter.Condition, _ isMatch: inout [Bool], passes: (Int) -> Bool
    ) {
        for index in isMatch.indices where isMatch[index] { isMatch[index] = passes(index) != condition.isExcluded }
    }

    /// Returns the first of some features that has every text that a filter looks for in its name or the last part of its
    /// id.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - indices: The indices of the features.
    /// - Returns: The position among the indices, or `nil` if there is none.
    func firstNamed(by filter: ItemFilter, among indices: some Collection<Int>) -> Int? {
        let probes = filter.conditions.compactMap { condition -> Probe? in
            guard !condition.isExcluded, case .text(let needle) = condition.test else { return nil }
            return Probe(needle)
        }
        for (position, index) in indices.enumerated() where probes.allSatisfy({ isInText($0, index) }) {
            return position
        }
        return nil
    }

    /// Returns whether the name or the last part of the id of a feature contains a text.
    private func isInText(_ probe: Probe, _ index: Int) -> Bool {
        guard characters[index].mayContain(probe.characters) else { return false }
        let (start, end) = (Int(starts[index]), Int(starts[index + 1]))
        return bytes.withUnsafeBufferPointer {
            probe.needle.isIn(lowercased: UnsafeBufferPointer(rebasing: $0[start..<end]))
        }
    }

    /// Visits every feature that fits what is typed into the palette, in the order of the tree.
    func rank(_ query: PaletteQuery, _ visit: (_ index: Int, PaletteRank) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for index in characters.indices where characters[index].mayContain(query.characters) {
                let text = UnsafeBufferPointer(rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])])
                // The name ends where a zero is.
                let end = text.firstIndex(of: 0) ?? text.count
                let name = UnsafeBufferPointer(rebasing: text[..<end])
                if let rank = query.rank(of: name, besides: UnsafeBufferPointer(rebasing: text[end...])) {
                    visit(index, rank)
                }
            }
        }
    }

    /// Returns whether each feature requires something with a text, itself or through a group above it.
    private func needing(_ needle: TextNeedle) -> [Bool] {
        let lists = texts.requirements.map { $0.contains { $0.contains(needle) } }
        var isNeeding = Array(repeating: false, count: parents.count)
        guard lists.contains(true) else { return isNeeding }
        for index in parents.indices {
            let parent = Int(parents[index])
            isNeeding[index] = lists[Int(requirements[index])] || (parent >= 0 && isNeeding[parent])
        }
        return isNeeding
    }
}

extension FeatureStatusSet {
    /// The statuses that values of a filter name.
    init(_ values: [String]) {
        self = []
        for (word, status) in Self.values + [("differs", .differs)] where values.contains(word) { insert(status) }
    }

    /// Returns the statuses one of whose words begins with a text.
    static func meant(by needle: TextNeedle) -> FeatureStatusSet {
        FeatureStatusSet(values.map(\.word).filter(needle.beginsPart))
    }
}

extension String {
    /// The part after the last slash.
    var lastPart: String { split(separator: "/").last.map(String.init) ?? "" }
}

extension ConsoleState {
    /// Returns whether each feature matches a filter, in the order of the tree.
    func featuresMatching(_ filter: ItemFilter, differs: ((FeatureSummary) -> Bool)? = nil) -> [Bool] {
        let index = search.index ?? FeatureIndex(model.tree, texts: search.texts ?? FeatureTexts())
        return index.matches(
            filter, in: model.features, focus: model.status.focus, differs: differs ?? { _ in false })
    }

    /// The values to offer for what a feature needs.
    var neededValues: [String] {
        let requirements = (search.texts?.requirements ?? []).flatMap(\.self)
        return requirements.map(\.title).distinct + requirements.map(\.kind.rawValue).distinct
    }
}
