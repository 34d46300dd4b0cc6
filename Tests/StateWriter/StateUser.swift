/// Uses a state file as numbers kept under keys, through the type that apps use.
protocol StateUser {
    /// The numbers that can be kept; 0, where it is among them, means that nothing is.
    var values: ClosedRange<Int> { get }

    /// What is wrong with the file, if something is.
    var problem: String? { get }

    /// Reads a number; 0 if there is none, -1 if it was not written by ``put(_:for:)``.
    func value(for key: String) -> Int

    /// Keeps a number, and returns when it is saved.
    ///
    /// - Throws: ``StateRefusal`` if it cannot be saved.
    func put(_ value: Int, for key: String) throws
}
