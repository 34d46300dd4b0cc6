/// Why a StoreKit configuration file could not be used: which file, where in it, what is wrong and what to do.
public struct StoreKitConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The path in the file, such as `products[2].productID`; empty for the file as a whole.
    public let place: String
    /// What is wrong and what to do, in one or two sentences.
    public let problem: String

    /// The file, the path and the problem in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(problem)" : "\(file), \(place): \(problem)"
    }
}
