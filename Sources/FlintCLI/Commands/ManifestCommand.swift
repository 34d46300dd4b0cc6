// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

struct ManifestCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manifest",
            abstract: "Compare property lists, StoreKit files and flag manifests with the app's gates, and write them.",
            subcommands: [
                CheckManifestsCommand<App>.self, WritePropertyListCommand<App>.self, WriteStoreKitCommand<App>.self,
                WriteFlagManifestCommand<App>.self, GenerateFeatureKeysCommand<App>.self,
            ])
    }
}

struct CheckManifestsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check", abstract: "List what the gates need and files lack, and what files have in excess.",
            discussion: """
                Each file is a property list, in XML or in the binary format, a StoreKit configuration file, or a flag \
                manifest. Features need a purpose string for each permission that they require, an activity type for \
                each action that publishes activities, the URL schemes of their routes, and the products and flags \
                that they require. The status is 1 if a file lacks an entry. An entry that no feature needs is only a \
                note, because another part of the app may need it.
                """)
    }

    @Argument(
        help: ArgumentHelp("Property lists, StoreKit configuration files and flag manifests.", valueName: "file"),
        completion: .file(extensions: ["plist", "storekit", "json"]))
    var files: [String]
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        // A problem with a file is reported before the app is started.
        let files = try files.map { try ManifestFile($0, of: App.self) }
        var isComplete = true
        _ = try shared.printAnswer(json: json) { session in
            let needs = ManifestNeeds(of: try session.world())
            let answer = ManifestCheckAnswer(files, for: needs)
            isComplete = answer.missingCount == 0
            return (answer, answer.lines)
        }
        return isComplete ? 0 : 1
    }
}

struct ManifestCheckAnswer: Encodable {
    struct File: Encodable {
        let file: String
        let format: ManifestFile.Format
        let findings: [ManifestCheck.Finding]
        /// The kinds of entries that were not compared, because the app's needs are unknown.
        let unchecked: [ManifestNeeds.Kind]

        fileprivate init(_ file: ManifestFile, for needs: ManifestNeeds) {
            let check = ManifestCheck(file.content, for: needs)
            (self.file, format) = (file.path, file.format)
            (findings, unchecked) = (check.findings, check.unchecked)
        }

        fileprivate func count(of status: ManifestCheck.Status) -> Int { findings.count { $0.status == status } }
    }

    let files: [File]
    let missingCount: Int
    let unneededCount: Int

    init(_ files: [ManifestFile], for needs: ManifestNeeds) {
        self.files = files.map { File($0, for: needs) }
        missingCount = self.files.reduce(0) { $0 + $1.count(of: .missing) }
        unneededCount = self.files.reduce(0) { $0 + $1.count(of: .unneeded) }
    }

    var lines: [String] {
        files.flatMap { file in
            let missing = file.count(of: .missing)
            let (unneeded, unknown) = (file.count(of: .unneeded), file.count(of: .unknown))
            let counts = [
                missing > 0 ? "\(missing) missing" : unknown > 0 ? nil : "complete",
                unknown == 0 ? nil : "\(unknown) unknown", unneeded == 0 ? nil : "\(unneeded) not needed",
            ].compactMap(\.self)
            var lines = ["\(file.file): \(counts.joined(separator: ", "))"]
            lines += file.findings.map { "  \(Self.line(of: $0))" }
            if !file.unchecked.isEmpty {
                lines.append("  Not compared: \(ManifestNeeds.unknownEntryPoints)")
            }
            return lines
        }
    }

    private static func line(of finding: ManifestCheck.Finding) -> String {
        let name = finding.key + (finding.title.map { " (\($0))" } ?? "")
        switch finding.status {
        case .unneeded: return "Not needed: \(name)"
        case .missing, .unknown:
            let users = finding.features.map(\.name).listed(atMost: 8)
            let need = users.isEmpty ? ", declared by the app" : ", needed by \(users)"
            let status = finding.status == .missing ? "Missing" : "Unknown"
            return "\(status): \(name)\(need)" + (finding.problem.map { ". \($0)" } ?? "")
        }
    }
}

// MARK: Writing

struct WritePropertyListCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "plist", abstract: "Write the parts of a property list that the app's features need.",
            discussion: """
                The parts are a purpose string for each permission that features require, with the reason that the app \
                declares; the activity types of actions; and the URL schemes of routes. A purpose string without a \
                declared reason is empty.
                """)
    }

    @OptionGroup var destination: ManifestDestination
    @OptionGroup var shared: SharedOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        let session = try shared.readingSession()
        let needs = ManifestNeeds(of: try session.world())
        let list = needs.propertyList
        try destination.write(list.xml)
        let empty = list.purposes.filter { $0.value.isEmpty }.keys.sorted()
        if !empty.isEmpty {
            CommandOutput.printNote(
                "The app declares no reason for \(empty.listed()). Write it in place of the empty text.")
        }
        if !needs.knowsEntryPoints { CommandOutput.printNote("Left out: \(ManifestNeeds.unknownEntryPoints).") }
        return 0
    }
}

struct WriteStoreKitCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "storekit",
            abstract: "Write a StoreKit file with the products that the app's features require.",
            discussion: """
                The prices, periods and subscription groups are those of the app's store, if it states them. The file \
                has the form that Xcode saves, and --storekit reads it.
                """)
    }

    @OptionGroup var destination: ManifestDestination
    @OptionGroup var shared: SharedOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        let session = try shared.readingSession()
        let world = try session.world()
        let document = StoreKitDocument(ManifestNeeds(of: world).products, appName: world.model.status.appName)
        try destination.write(try TextFormat.indentedJSON(of: document))
        for assumption in document.assumptions { CommandOutput.printNote(assumption) }
        return 0
    }
}
