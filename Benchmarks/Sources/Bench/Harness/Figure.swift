/// A number that says how good something is, whatever the machine, and may have a limit.
struct Figure: Encodable {
    /// What the number counts.
    enum Unit: String, Codable {
        /// How many times as long as the floor, or as something else measured in the same run.
        case ratio
        /// How many.
        case count
        /// Bytes.
        case bytes
    }

    /// What the number says, as the report and the file of limits call it.
    let name: String
    /// The number; less is better.
    let value: Double
    /// What it counts.
    let unit: Unit
}
