// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintSimulation
import FlintWorld

/// A file that declares an app to other programs: a property list, a StoreKit configuration file, or a flag manifest.
///
/// The format is recognized by the content, or else by the file name's extension.
struct ManifestFile {
    enum Format: String, Encodable {
        case propertyList = "property-list"
        case storeKit = "storekit"
        case flags

        fileprivate init?(pathExtension: Substring) {
            switch pathExtension {
            case "plist": self = .propertyList
            case "storekit": self = .storeKit
            case "json": self = .flags
            default: return nil
            }
        }
    }

    let path: String
    let format: Format
    let content: ManifestCheck.Content

    init(_ path: String, of app: any FlintApplication.Type) throws(CommandLineError) {
        self.path = path
        let data = try Self.data(at: path, of: app)
        guard let format = Self.format(of: data, at: path) else {
            if let other = ForeignFlagFile(data) { throw Self.foreign(other, at: path, program: app.commandName) }
            throw .unusableFile("\(CommandOutput.excerpt(path)) has another format. \(Self.remedy)")
        }
        self.format = format
        switch format {
        case .propertyList: content = .propertyList(try Self.propertyList(data, at: path))
        case .storeKit: content = .storeKit(try Self.products(data, at: path))
        case .flags: content = .flags(try Self.flags(data, at: path, program: app.commandName))
        }
    }

    private static let remedy =
        "Specify a property list in XML or in the binary format, a StoreKit configuration file, or a flag manifest."

    private static func data(at path: String, of app: any FlintApplication.Type) throws(CommandLineError) -> Data {
        do throws(FileReading.Failure) {
            return try app.readFile(path, limit: JSONLimits.flagManifest.bytes)
        } catch {
            throw .unusableFile("\(CommandOutput.excerpt(path)) cannot be read: \(error). \(remedy)")
        }
    }

    // MARK: Format

    private struct Members: Decodable {
        let format: Format?

        init(from decoder: any Decoder) throws {
            let names = Set(try decoder.container(keyedBy: NamedKey.self).allKeys.map(\.stringValue))
            let lists: Set = ["products", "subscriptionGroups", "nonRenewingSubscriptions"]
            format = names.contains("flags") ? .flags : names.isDisjoint(with: lists) ? nil : .storeKit
        }
    }

    private static func format(of data: Data, at path: String) -> Format? {
        if PropertyListManifest.recognizes(data) { return .propertyList }
        // Both JSON formats can have any extension, so the members decide first.
        let members = try? JSONDecoder().decode(Members.self, from: data, within: .flagManifest)
        if let format = members?.format { return format }
        let name = PathComponents(path).name
        return name.lastIndex(of: ".").flatMap { Format(pathExtension: name[name.index(after: $0)...]) }
    }

    // MARK: Content

    private static func propertyList(_ data: Data, at path: String) throws(CommandLineError) -> PropertyListManifest {
        do throws(ManifestError) {
            let list = try PropertyListManifest(data)
            if !list.ignored.isEmpty {
                let places = CommandOutput.excerpt(list.ignored.listed(atMost: 8))
                CommandOutput.printNote(
                    "Ignored in \(CommandOutput.excerpt(path)), because of unexpected types: \(places).")
            }
            return list
        } catch {
            throw unusable(path, error)
        }
    }

    private static func products(
        _ data: Data, at path: String
    ) throws(CommandLineError) -> [String: ProductSnapshot.Kind] {
        do throws(StoreKitConfigurationError) {
            let configuration = try StoreKitConfiguration(data, file: path)
            for note in configuration.contentNotes {
                CommandOutput.printNote("\(CommandOutput.excerpt(path)): \(note)")
            }
            return Dictionary(
                configuration.offers.map { ($0.productID, ProductSnapshot.Kind($0.type)) },
                uniquingKeysWith: { first, _ in first })
        } catch {
            throw .unusableFile(error.description)
        }
    }

    static func flags(_ data: Data, at path: String, program: String) throws(CommandLineError) -> FlagManifest {
        do throws(ManifestError) {
            let manifest = try FlagManifest(data)
            CommandOutput.printNoteOnRepeatedName(in: data, at: path, within: .flagManifest)
            return manifest
        } catch {
            if let other = ForeignFlagFile(data) { throw foreign(other, at: path, program: program) }
            throw unusable(path, error)
        }
    }

    private static func foreign(_ other: ForeignFlagFile, at path: String, program: String) -> CommandLineError {
        .unusableFile(
            "\(CommandOutput.excerpt(path)) is \(other.title), not a flag manifest. \"\(program) manifest flags\" writes a "
                + "manifest of the flags that features require. \(other.advice), as the article \"Flags and Their "
                + "Providers\" of FlintCore describes.")
    }

    private static func unusable(_ path: String, _ error: ManifestError) -> CommandLineError {
        .unusableFile("\(CommandOutput.excerpt(path)): \(error)")
    }
}
