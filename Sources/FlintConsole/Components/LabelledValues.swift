/// The part of a detail pane with labelled values: the names in one column, the values in another.
struct LabelledValues {
    /// The cells a line may take.
    let columns: Int
    /// The cells of the column of names.
    let labelColumns: Int
    /// What is drawn with.
    let signs: GlyphSet

    /// Chooses the width of the column of names.
    ///
    /// - Parameters:
    ///   - labels: The names.
    ///   - columns: The cells a line may take.
    ///   - signs: What is drawn with.
    init(labels: some Sequence<String>, columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        labelColumns = min(20, max(10, (labels.map { $0.prefix(20).count }.max() ?? 0) + 2))
    }

    /// A named value, which may take several lines.
    func lines(_ label: String, _ value: String) -> [StyledLine] {
        let texts = TextLayout.wrapped(value, to: columns - labelColumns - 3, limit: 30, ellipsis: signs.ellipsis)
        let first = StyledLine("   " + TextLayout.cell(label, labelColumns, ellipsis: signs.ellipsis), .dim)
        return [first.adding(texts.first ?? "")]
            + texts.dropFirst().map { StyledLine(String(repeating: " ", count: labelColumns + 3) + $0) }
    }
}
