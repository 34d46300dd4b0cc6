/// Seconds as people write them: `12:03`, `1:02:03` or `90`.
enum PlaybackTime {
    /// Writes seconds as minutes and seconds, with hours if there are any.
    static func text(_ seconds: Double) -> String {
        let total = seconds.isFinite ? Int(max(0, min(seconds, 359_999))) : 0
        let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60)
        let tail = (rest < 10 ? ":0" : ":") + String(rest)
        guard hours > 0 else { return String(minutes) + tail }
        return "\(hours)" + (minutes < 10 ? ":0" : ":") + String(minutes) + tail
    }

    /// Reads one to three whole numbers between colons, or gives `nil`.
    static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            guard let number = UInt32(part), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            if index > 0, number > 59 { return nil }
            total = total * 60 + Double(number)
        }
        return total
    }
}
