import FlintWorld

extension Inspector {
    /// Returns the availability of every feature after each list of commands, as a matrix shows it.
    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let world = world(of: nil)
        return plans(scenarios).map { world.availability(with: $0.refusal == nil ? $0.facts : nil) }
    }
}
