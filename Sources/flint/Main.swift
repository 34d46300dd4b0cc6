import FlintCLI

/// The program: the podcast demo with the console and all commands.
@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<PodcastDemo>.main()
    }
}
