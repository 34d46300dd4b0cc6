// SPDX-License-Identifier: MIT

import FlintCLI

/// The entry point of the `flint` executable, which runs the podcast demo with the console and every command.
@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<PodcastDemo>.main()
    }
}
