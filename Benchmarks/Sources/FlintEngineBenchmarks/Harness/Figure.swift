// SPDX-License-Identifier: MIT

/// A measured number that is compared with an earlier one and, unless it depends on the machine, has a limit.
package struct Figure: Encodable {
    package enum Unit: String, Codable {
        /// A time as a multiple of the floor's, of another operation's in the same run, or of the elapsed time.
        ///
        /// It depends on the processor, so it has no limit.
        case ratio
        case count
        case bytes
        case instructions
    }

    /// The name in the report and in the file of limits.
    let name: String
    let value: Double
    let unit: Unit
}
