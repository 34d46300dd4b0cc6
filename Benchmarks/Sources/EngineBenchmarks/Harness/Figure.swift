/// A number that measures something whatever the machine is, and is held to a limit.
package struct Figure: Encodable {
    /// What the number counts.
    package enum Unit: String, Codable {
        /// How many times as long as the floor, or as something else measured in the same run.
        case ratio
        /// How many.
        case count
        /// Bytes.
        case bytes
    }

    /// What the number measures, as the report and the file of limits call it.
    let name: String
    /// The number; less is better.
    let value: Double
    /// What it counts.
    let unit: Unit
}
