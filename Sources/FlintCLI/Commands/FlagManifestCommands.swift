// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation
import FlintWorld

struct WriteFlagManifestCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "flags", abstract: "Write the manifest of the flags that the app's features require.",
            discussion: """
                The format is that of the OpenFeature command line, which code generators and flag services read. A \
                flag's default value is the one that is built into the app, or else false. Its description names the \
                features that require it.
                """)
    }

    @Flag(help: "Include flags that providers have but no feature requires.") var all = false
    @OptionGroup var destination: ManifestDestination
    @OptionGroup var shared: SharedOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        let session = try shared.readingSession()
        let manifest = FlagManifest(of: try session.world(), includesUnused: all)
        try destination.write(try TextFormat.indentedJSON(of: manifest))
        return 0
    }
}

struct ManifestDestination: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("Write to this new file instead of standard output.", valueName: "file"),
        completion: .file())
    var path: String?

    init() {}

    func write(_ text: String) throws(CommandLineError) {
        // The text has already been sanitized.
        guard let path else { return try CommandOutput.print(script: text) }
        try NewFile.write(text, to: path)
    }
}

struct GenerateFeatureKeysCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "keys", abstract: "Write Swift code with the keys of a flag manifest.",
            discussion: """
                The code extends FeatureKey with a constant for each Boolean flag, and contains the default values. \
                Flags of other types are left out, because features do not require them.
                """)
    }

    @Argument(
        help: "A manifest in the format of the OpenFeature command line.", completion: .file(extensions: ["json"]))
    var file: String
    @Option(help: ArgumentHelp("The name of the type with the default values.", valueName: "type"))
    var name = "AppFlags"
    @Flag(name: .customLong("enum"), help: "Make that type an enumeration of the keys instead of extending FeatureKey.")
    var isEnumeration = false
    @Flag(name: .customLong("public"), help: "Make the declarations public.") var isPublic = false
    @OptionGroup var output: OutputOptions

    @MainActor
    func run() async throws -> Int32? {
        output.apply()
        guard SwiftFormatter.isTypeName(name), !Self.otherTypes.contains(name) else {
            throw CommandLineError.usage(
                "\"\(CommandOutput.excerpt(name))\" cannot be the name of the type. Write, for example, AppFlags.")
        }
        let source = try FeatureKeySource(
            try Self.manifest(at: file), file: file, typeName: name, style: isEnumeration ? .enumeration : .constants,
            isPublic: isPublic)
        try CommandOutput.print(script: source.code)
        if !source.skipped.isEmpty {
            let flags = source.skipped.map { "\(CommandOutput.excerpt($0.key)) (\($0.value.typeName))" }
            CommandOutput.printNote(
                "Left out, because features require only Boolean flags: \(flags.listed(atMost: 8)).")
        }
        return 0
    }

    /// The names that the generated code or the language already uses.
    private static var otherTypes: Set<String> {
        SwiftFormatter.keywords.union(["Bool", "CaseIterable", "FeatureKey", "Protocol", "Sendable", "String", "Type"])
    }

    private static func manifest(at path: String) throws(CommandLineError) -> FlagManifest {
        let remedy =
            "Specify a manifest in the format of the OpenFeature command line, such as the output of "
            + "\"\(App.commandName) manifest flags\"."
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: JSONLimits.flagManifest.bytes)
        } catch {
            throw .unusableFile("\(CommandOutput.excerpt(path)) cannot be read: \(error). \(remedy)")
        }
        return try ManifestFile.flags(data, at: path, program: App.commandName)
    }
}
