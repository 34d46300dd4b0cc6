// SPDX-License-Identifier: MIT

/// A measured number that does not depend on the machine and has a limit.
package struct Figure: Encodable {
    package enum Unit: String, Codable {
        /// A multiple of the floor, or of another operation measured in the same run.
        case ratio
        case count
        case bytes
    }

    /// The name in the report and in the file of limits.
    let name: String
    let value: Double
    let unit: Unit
}
