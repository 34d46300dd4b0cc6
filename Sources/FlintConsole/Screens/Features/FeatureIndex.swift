// SPDX-License-Identifier: MIT

import FlintWorld

/// The data for searching features, kept between keystrokes.
///
/// Names and ids are part of the model. Descriptions and requirements are requested when a filter first needs them.
struct FeatureSearch: Sendable {
    var texts: FeatureTexts?
    var isRequested = false
    var index: FeatureIndex?
    /// Whether a status has changed since the filtered list was last rebuilt.
    var statesChanged = false
}

extension ConsoleState {
    mutating func wantFeatureTexts() {
        if app.search.statesChanged {
            app.search.statesChanged = false
            if screens.features.browser.filter.isActive { FeaturesScreen().rebuildRows(in: &self) }
        }
        if screens.features.browser.filter.isInUse || screens.matrix.browser.filter.isInUse { readFeatureTexts() }
    }

    mutating func readFeatureTexts() {
        guard app.search.texts == nil, !app.search.isRequested, !model.features.isEmpty else { return }
        app.search.isRequested = true
        outbox.append(.ask(.featureTexts))
    }

    mutating func storeTexts(_ texts: FeatureTexts) {
        app.search.texts = texts
        app.search.index = nil
        prepareFeatureIndex()
        searchPalette(keepsSelection: true)
        if screens.features.browser.filter.isActive {
            FeaturesScreen().rebuildRows(in: &self)
            // Without the texts, the filter may have hidden the selected feature.
            if !screens.features.browser.list.isPresent { FeaturesScreen().followFilter(in: &self) }
        }
        if screens.matrix.browser.filter.isActive {
            MatrixScreen().rebuildRows(in: &self)
            if !screens.matrix.browser.list.isPresent { MatrixScreen().followFilter(in: &self) }
        }
    }

    mutating func prepareFeatureIndex() {
        guard app.search.index == nil else { return }
        app.search.index = FeatureIndex(model.tree, texts: app.search.texts ?? FeatureTexts())
    }
}

/// A search index of all features.
///
/// Lowercase names and the searched parts of ids are stored in one contiguous buffer, in the order of the feature tree.
/// A ``CharacterSet64`` per feature rules out most features before their text is read. Descriptions and requirements
/// that features share are searched only once.
struct FeatureIndex: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of each feature's text, followed by the end of the buffer.
    private var starts: [Int32] = [0]
    private var characters: [CharacterSet64] = []
    /// The index of each feature's parent, or -1 for a root.
    private var parents: [Int32] = []
    private var descriptions: [Int32] = []
    private var requirements: [Int32] = []
    private let texts: FeatureTexts

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
            // Groups that end before the feature are closed, so the last open group is its parent.
            while let group = open.last, group.end <= index { open.removeLast() }
            parents.append(open.last?.index ?? -1)
            if tree.hasChildren(index) { open.append((Int32(clamping: index), tree.end(of: index))) }
            let start = bytes.count
            append(features[index].name)
            // A zero byte separates the name from the id, so that no match spans both.
            bytes.append(0)
            append(features[index].id.featureStem)
            starts.append(Int32(clamping: bytes.count))
            characters.append(CharacterSet64(bytes[start...]))
            descriptions.append(texts.descriptionIndex(of: features[index].number))
            requirements.append(texts.requirementsIndex(of: features[index].number))
        }
    }

    private mutating func append(_ text: String) {
        var text = text
        let isASCII = text.withUTF8 { source in
            guard source.allSatisfy({ $0 < 0x80 }) else { return false }
            // Setting a bit makes an uppercase ASCII letter lowercase.
            for byte in source { bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
            return true
        }
        if !isASCII { bytes.append(contentsOf: text.lowercased().utf8) }
    }

    /// Returns whether a lowercase search text contains part of a path or of a type name.
    ///
    /// Such a text is compared with complete ids.
    private static func isPartOfID(_ text: String) -> Bool { text.contains("/") || text.contains("feature") }

    private struct Probe {
        let needle: TextNeedle
        let characters: CharacterSet64

        init(_ needle: TextNeedle) {
            self.needle = needle
            characters = CharacterSet64(needle.bytes)
        }
    }

    /// Returns whether each feature matches a filter, in the order in which the index was built.
    func matches(
        _ filter: ItemFilter, in features: [FeatureSummary], focus: FeatureScope = [],
        differs: (FeatureSummary) -> Bool = { _ in false }
    ) -> [Bool] {
        var isMatch = Array(repeating: true, count: features.count)
        // An index of other features cannot tell which features match, so all of them do.
        guard features.count == parents.count else { return isMatch }
        func has(_ wanted: FeatureStatusSet, _ index: Int) -> Bool {
            if !wanted.isDisjoint(with: FeatureStatusSet(features, index)) { return true }
            if wanted.contains(.inFocus), focus.contains(features[index].id) { return true }
            return wanted.contains(.differs) && differs(features[index])
        }
        for condition in filter.conditions {
            switch condition.test {
            case .text(let needle):
                let (probe, needed) = (Probe(needle), needing(needle.occurs))
                let described = texts.descriptions.map(needle.occurs)
                let words = FeatureStatusSet.matching(needle)
                let looksAtIDs = Self.isPartOfID(needle.text)
                test(condition, &isMatch) { index in
                    described[Int(descriptions[index])] || needed[index]
                        || (!words.isEmpty && has(words, index)) || isInText(probe, index)
                        || (looksAtIDs && needle.occurs(in: features[index].id))
                }
            case .value(_, let values):
                let wanted = FeatureStatusSet(values)
                test(condition, &isMatch) { has(wanted, $0) }
            case .part("needs", let needle):
                let needed = needing(needle.occurs)
                test(condition, &isMatch) { needed[$0] }
            case .part(_, let needle):
                test(condition, &isMatch) { needle.occurs(in: features[$0].id) }
            case .pattern(let pattern):
                let needed = needing(pattern.occurs)
                let described = texts.descriptions.map(pattern.occurs)
                let words = FeatureStatusSet(FeatureStatusSet.values.map(\.word).filter(pattern.occurs))
                let looksAtIDs = Self.isPartOfID(pattern.text.lowercased())
                test(condition, &isMatch) { index in
                    described[Int(descriptions[index])] || needed[index]
                        || (!words.isEmpty && has(words, index)) || isInText(pattern, index)
                        || (looksAtIDs && pattern.occurs(in: features[index].id))
                }
            case .patternPart("needs", let pattern):
                let needed = needing(pattern.occurs)
                test(condition, &isMatch) { needed[$0] }
            case .patternPart(_, let pattern):
                test(condition, &isMatch) { pattern.occurs(in: features[$0].id) }
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

    /// Returns the position in `indices` of the first feature whose name or id contains all search words.
    ///
    /// Conditions on fields and excluded words are ignored.
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

    private func isInText(_ probe: Probe, _ index: Int) -> Bool {
        guard characters[index].mayContain(probe.characters) else { return false }
        let (start, end) = (Int(starts[index]), Int(starts[index + 1]))
        return bytes.withUnsafeBufferPointer {
            probe.needle.occurs(lowercased: UnsafeBufferPointer(rebasing: $0[start..<end]))
        }
    }

    private func isInText(_ pattern: TextPattern, _ index: Int) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])])
            // A zero byte separates the name from the id.
            let end = text.firstIndex(of: 0) ?? text.count
            return pattern.occurs(lowercased: UnsafeBufferPointer(rebasing: text[..<end]))
                || pattern.occurs(lowercased: UnsafeBufferPointer(rebasing: text[min(end + 1, text.count)...]))
        }
    }

    func rank(_ query: PaletteQuery, _ visit: (_ index: Int, PaletteRank) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for index in characters.indices where characters[index].mayContain(query.characters) {
                let text = UnsafeBufferPointer(rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])])
                // A zero byte separates the name from the id.
                let end = text.firstIndex(of: 0) ?? text.count
                let name = UnsafeBufferPointer(rebasing: text[..<end])
                if let rank = query.rank(of: name, secondary: UnsafeBufferPointer(rebasing: text[end...])) {
                    visit(index, rank)
                }
            }
        }
    }

    private func needing(_ occurs: (String) -> Bool) -> [Bool] {
        let lists = texts.requirements.map { $0.contains { $0.hasText(where: occurs) } }
        var isNeeding = Array(repeating: false, count: parents.count)
        guard lists.contains(true) else { return isNeeding }
        // Parents precede their children, so their results are known.
        for index in parents.indices {
            let parent = Int(parents[index])
            isNeeding[index] = lists[Int(requirements[index])] || (parent >= 0 && isNeeding[parent])
        }
        return isNeeding
    }
}

extension FeatureStatusSet {
    init(_ values: [String]) {
        self = []
        for (word, status) in Self.values + [("differs", .differs)] where values.contains(word) { insert(status) }
    }

    static func matching(_ needle: TextNeedle) -> FeatureStatusSet {
        FeatureStatusSet(values.map(\.word).filter(needle.isPrefix))
    }
}

extension String {
    var lastPart: String { split(separator: "/").last.map(String.init) ?? "" }
}

extension ConsoleState {
    func featuresMatching(_ filter: ItemFilter, differs: ((FeatureSummary) -> Bool)? = nil) -> [Bool] {
        let index = app.search.index ?? FeatureIndex(model.tree, texts: app.search.texts ?? FeatureTexts())
        return index.matches(
            filter, in: model.features, focus: model.status.focusScope, differs: differs ?? { _ in false })
    }

    /// The completions for the `needs` field: the titles of requirements, then their kinds.
    var neededValues: [String] {
        let requirements = (app.search.texts?.requirements ?? []).flatMap(\.self)
        return requirements.map(\.title).distinct + requirements.map(\.kind.rawValue).distinct
    }
}
