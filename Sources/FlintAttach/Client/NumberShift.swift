/// Numbers what comes from several runs of an app as if it came from one.
struct NumberShift: Sendable {
    /// What is added to the numbers of the present run.
    private(set) var offset: UInt64 = 0
    private var newest: UInt64 = 0
    /// The present run.
    private(set) var instance: String?

    /// Begins with a run, unless it is the present one.
    mutating func begin(_ instance: String) {
        guard self.instance != instance else { return }
        self.instance = instance
        offset = newest
    }

    /// Notes the highest number that was handed out.
    mutating func note(_ number: UInt64) {
        newest = max(newest, number)
    }
}
