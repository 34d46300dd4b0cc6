import ArgumentParser
import FlintCore
import FlintSimulation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options every command takes.
struct SharedOptions<App: FlintApplication>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep overrides in this file.", discussion: "Default: FLINT_STATE, else the XDG state directory.",
            valueName: "file"))
    var state: String?

    @Option(help: ArgumentHelp("Decide for another platform, such as \"watchOS 9.0\".", valueName: "platform"))
    var platform: String?

    @Option(
        help: ArgumentHelp(
            "Sell the products of this StoreKit configuration file, as Xcode saves it.", valueName: "file"))
    var storekit: String?

    @OptionGroup var app: App.Options

    init() {}

    /// Refuses a name that names no file.
    func validate() throws {
        if state?.isEmpty == true { throw ValidationError("--state names no file; leave it out, or write a path.") }
    }

    /// The products to sell, if a file names some.
    func storeKitConfiguration() throws -> StoreKitConfiguration? {
        guard let storekit else { return nil }
        do throws(StoreKitConfigurationError) {
            return try StoreKitConfiguration(contentsOf: storekit)
        } catch {
            let isMissing = !FileManager.default.fileExists(atPath: storekit)
            throw isMissing ? CommandLineError.unusableFile(error.description) : .usage(error.description)
        }
    }

    /// The platform to decide for, if one is named.
    func currentPlatform() throws -> CurrentPlatform? {
        try platform.map(Self.currentPlatform)
    }

    /// The platform and version that are meant.
    static func currentPlatform(_ text: String) throws -> CurrentPlatform {
        if let current = CurrentPlatform(text) { return current }
        let names = Platform.all.map(\.rawValue).joined(separator: ", ")
        throw CommandLineError.usage(
            "\"\(CommandOutput.quotable(text))\" is no platform and version. Write, for example, "
                + "\"watchOS 9.0\"; there are \(names).")
    }
}
