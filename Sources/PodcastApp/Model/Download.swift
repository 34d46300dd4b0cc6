/// An episode that is here or on its way.
struct Download: Hashable, Sendable {
    let episode: EpisodeID
    /// In bytes.
    let size: Int
    /// How many bytes have arrived.
    var received = 0

    /// Whether all of it has arrived.
    var isComplete: Bool { received >= size }

    /// How much has arrived, from 0 to 100.
    var percent: Int { isComplete ? 100 : Int(Double(received) / Double(size) * 100) }
}
