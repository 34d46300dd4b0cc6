/// Why a store did not do what it was asked to.
public struct StoreRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do, as a sentence.
    public let description: String

    /// Creates a refusal from its sentence.
    init(_ description: String) {
        self.description = description
    }
}
