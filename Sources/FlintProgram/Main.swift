// SPDX-License-Identifier: MIT

import FlintCLI

@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<PodcastDemo>.main()
    }
}
