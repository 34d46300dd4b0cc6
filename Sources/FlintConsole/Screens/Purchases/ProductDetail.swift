import InspectorKit

/// Everything that is known of a product, line by line, with what each override would change.
struct ProductDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    /// The lines of each override, in the order of the overrides.
    private(set) var overrideLines: [Range<Int>] = []

    /// The most features that are listed.
    static let featureLimit = 200

    /// Makes the lines.
    init(_ product: ProductSnapshot, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.purchases)
        let signs = state.signs
        lines.append(StyledLine(Fit.clipped(product.productID, to: columns, ellipsis: signs.ellipsis), .dim))
        for line in Fit.wrapped(product.description ?? "", to: columns, limit: 4, ellipsis: signs.ellipsis) {
            lines.append(StyledLine(line))
        }
        lines.append(StyledLine(product.type.rawValue, .dim))
        lines.append(StyledLine())
        lines.append(StyledLine("Status", .heading))
        lines.append(
            StyledLine("   store       ").adding(product.status.words, StatusWords.role(product.status)))
        if let override = product.override {
            lines.append(StyledLine("   override    ").adding("\(signs.overridden) \(override.words)", .overridden))
        } else {
            lines.append(StyledLine("   override    ").adding("none", .dim))
        }
        lines.append(
            StyledLine("   effective   ").adding(product.effective.words, StatusWords.role(product.effective)))
        if let balance = product.balance { lines.append(StyledLine("   balance     \(balance)")) }
        lines.append(StyledLine())
        addOverrides(product, in: state, columns: columns)
        lines.append(StyledLine())
        lines.append(StyledLine("Features that refer to it", .heading))
        lines += FeatureList.lines(product.features, in: state, columns: columns)
    }

    /// Adds the overrides, each with its key and with the effect it would have on features.
    private mutating func addOverrides(_ product: ProductSnapshot, in state: ConsoleState, columns: Int) {
        let titleColumns = 23
        var heading = StyledLine("Override", .heading)
        heading.pad(to: titleColumns)
        heading.append("what it would change", .dim)
        lines.append(heading)
        let fact = Fact(kind: .purchase, key: product.productID, title: product.name)
        let now = product.override?.words
        let commands: [ConsoleCommand] = [.overridePurchased, .overrideNotPurchased, .overrideUnknown, .dropOverride]
        let values = fact.values + [(title: "no override", command: fact.drop)]
        for (value, command) in zip(values, commands) {
            let isInForce = now.map { $0 == value.title } ?? (command == .dropOverride)
            var line = StyledLine(" \(state.keymap.keyText(for: command, in: [.purchases]) ?? " ") ", .key)
            line.append(value.title)
            line.pad(to: titleColumns)
            if isInForce {
                line.append("in force", .strong)
            } else {
                line.append(PreviewWords.line(state.previews.results[value.command], signs: state.signs))
            }
            let start = lines.count
            lines += line.wrapped(to: columns, indent: titleColumns)
            overrideLines.append(start..<lines.count)
        }
    }
}

/// The features that depend on a product or a permission, line by line.
enum FeatureList {
    /// A line for each feature with its availability; beyond a limit only their number.
    static func lines(_ ids: [String], in state: ConsoleState, columns: Int) -> [StyledLine] {
        guard !ids.isEmpty else { return [StyledLine("   none", .dim)] }
        var lines = ids.prefix(ProductDetail.featureLimit).map { id in
            let feature = state.feature(id)
            var line = StyledLine(
                " \(StatusWords.sign(feature?.available)) ", StatusWords.role(feature?.available))
            line.append(Fit.clipped(feature?.name ?? id, to: columns - 4, ellipsis: state.signs.ellipsis))
            return line
        }
        if ids.count > lines.count { lines.append(StyledLine("   and \(ids.count - lines.count) more", .dim)) }
        return lines
    }
}
