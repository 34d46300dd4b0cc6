/// A writer of numbers by key in a state file, through the type that apps use.
///
/// Each kind of state file has one conforming type. Each new instance reads the file again.
protocol StateUser {
    /// The numbers that can be stored. If the range contains 0, storing 0 removes a number.
    var values: ClosedRange<Int> { get }

    var problem: String? { get }

    /// Returns a number, 0 for a missing number, or -1 for a value that ``put(_:for:)`` did not store.
    func value(for key: String) -> Int

    /// Stores a number and returns after it has been saved.
    ///
    /// - Throws: ``StateRefusal`` if the number cannot be saved.
    func put(_ value: Int, for key: String) throws
}
