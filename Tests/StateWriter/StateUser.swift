/// Stores numbers by key in a state file, through the type that apps use.
protocol StateUser {
    /// The numbers that can be stored; 0, if it is among them, removes a number.
    var values: ClosedRange<Int> { get }

    /// The problem with the file, if any.
    var problem: String? { get }

    /// Returns a number, 0 if there is none, or -1 if it was not stored by ``put(_:for:)``.
    func value(for key: String) -> Int

    /// Stores a number, and returns when it is saved.
    ///
    /// - Throws: ``StateRefusal`` if it cannot be saved.
    func put(_ value: Int, for key: String) throws
}
