// SPDX-License-Identifier: MIT

import ArgumentParser

/// The `--timeout` option of commands that wait for an action or for a feature.
///
/// The timeout must be greater than 0 and at most 86,400 seconds.
struct WaitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The maximum time to wait.", discussion: "Default: 60.", valueName: "seconds"))
    var timeout: Double?

    init() {}

    func validate() throws {
        guard let timeout else { return }
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds greater than 0, up to 86400 (a day).")
        }
    }

    var seconds: Double { timeout ?? 60 }

    static func displayText(seconds: Double) -> String {
        let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
        return number == "1" ? "1 second" : "\(number) seconds"
    }
}
