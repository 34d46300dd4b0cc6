import ArgumentParser
import Testing

@testable import FlintCLI

struct OutputOptionsTests {
    @Test(arguments: [[], ["--quiet"], ["--color", "never"], ["--quiet", "--color", "always"]])
    func `another command gets the same options`(arguments: [String]) throws {
        let options = try OutputOptions.parse(arguments)
        let passedOn = try OutputOptions.parse(options.arguments)
        #expect(passedOn.color == options.color && passedOn.quiet == options.quiet)
        #expect(options.quiet == arguments.contains("--quiet"))
    }
}
