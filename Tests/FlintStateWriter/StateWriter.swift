import FlintCore

/// A program that writes state files for tests that kill it, and that prints the content of a file.
///
/// ```
/// FlintStateWriter kinds                               every kind of file
/// FlintStateWriter write KIND PATH SEED FROM COUNT     makes changes and prints the number of each when it is saved
/// FlintStateWriter check KIND PATH SEED LAST           prints the number of changes in the file: LAST or one more
/// FlintStateWriter add KIND PATH PREFIX COUNT          stores a number for each of COUNT keys
/// FlintStateWriter count KIND PATH PREFIX COUNT        prints the number of these keys with a stored number
/// FlintStateWriter journal PATH COUNT                  keeps a journal of COUNT actions and prints the last event after each
/// FlintStateWriter full PATH                           streams events to a file on a full disk, and prints the file
/// FlintStateWriter use KIND PATH                       prints the problem with the file, and whether it can be written
/// ```
@main
enum StateWriter {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["kinds"] {
            for kind in StateKind.all { output(kind.name) }
            return
        }
        if arguments.count == 3, arguments[0] == "journal" {
            return JournalUser.run(path: arguments[1], count: Int(arguments[2]) ?? 0, output: output)
        }
        if arguments.count == 2, arguments[0] == "full" { return FullDiskUser.run(path: arguments[1], output: output) }
        guard arguments.count >= 3, let kind = StateKind.all.first(where: { $0.name == arguments[1] }) else {
            return output("invalid arguments")
        }
        let user = kind.open(arguments[2])
        switch (arguments[0], Array(arguments[3...])) {
        case ("write", let rest) where rest.count == 3:
            write(user, seed: UInt64(rest[0]) ?? 0, from: Int(rest[1]) ?? 0, count: Int(rest[2]) ?? 0)
        case ("check", let rest) where rest.count == 2:
            check(user, seed: UInt64(rest[0]) ?? 0, last: Int(rest[1]) ?? 0)
        case ("add", let rest) where rest.count == 2:
            for key in keys(rest) { put(user.values.upperBound, for: key, user) }
        case ("count", let rest) where rest.count == 2:
            output("\(keys(rest).count { user.value(for: $0) == user.values.upperBound })")
        case ("use", []):
            output(user.problem ?? "fine")
            if put(user.values.upperBound, for: "key", user) { output("saved") }
        default:
            output("invalid arguments")
        }
    }

    private static func write(_ user: any StateUser, seed: UInt64, from: Int, count: Int) {
        let series = ChangeSeries(seed: seed, values: user.values)
        for number in from + 1...from + max(1, count) {
            let (key, value) = series.change(number)
            guard put(value, for: key, user) else { return }
            output("\(number)")
        }
    }

    private static func check(_ user: any StateUser, seed: UInt64, last: Int) {
        let series = ChangeSeries(seed: seed, values: user.values)
        let contents = Dictionary(uniqueKeysWithValues: ChangeSeries.keys.map { ($0, user.value(for: $0)) })
        if let problem = user.problem {
            output(problem)
        } else if let number = [last, last + 1].first(where: { series.contents(after: $0) == contents }) {
            output("\(number)")
        } else {
            output("neither: \(contents)")
        }
    }

    private static func keys(_ rest: [String]) -> [String] {
        (0..<(Int(rest[1]) ?? 0)).map { rest[0] + "\($0)" }
    }

    @discardableResult
    private static func put(_ value: Int, for key: String, _ user: any StateUser) -> Bool {
        do {
            try user.put(value, for: key)
            return true
        } catch {
            output((error as? StateRefusal)?.message ?? "\(error)")
            return false
        }
    }

    /// Prints a line without buffering.
    private static func output(_ line: String) {
        _ = FileWriting.write("\(line)\n".utf8, to: 1)
    }
}
