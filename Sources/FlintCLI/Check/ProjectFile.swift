// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

protocol ProjectFileContent: Decodable {
    static var kind: String { get }
    /// The newest supported version of the format.
    static var version: Int { get }
    /// The kind of file for messages, such as "an expectations file".
    static var title: String { get }

    static func advice(_ program: String) -> (unreadable: String, malformed: String)
}

/// A file that people keep with an app's sources.
///
/// The file is in JSON5 format. Its header states its kind and the format's version. A file with a newer version is
/// never overwritten.
struct ProjectFile<Content: ProjectFileContent> {
    /// The fields that a file of any version starts with.
    private struct Head: Decodable {
        let flint: String
        let version: Int
    }

    let path: String
    private let app: any FlintApplication.Type

    init(_ path: String, of app: any FlintApplication.Type) {
        self.path = path
        self.app = app
    }

    /// Reads the file, which must exist and be valid if `isRequired` is `true`.
    ///
    /// Pass `false` before replacing the file. A missing or damaged file, for example one with merge conflict markers,
    /// can then be replaced, and the result is `nil`. A file of another kind or of a newer version is always an error.
    func read(isRequired: Bool) throws(CommandLineError) -> Content? {
        try readText(isRequired: isRequired)?.content
    }

    func readText(isRequired: Bool) throws(CommandLineError) -> (content: Content, text: String)? {
        let name = CommandOutput.excerpt(path)
        let advice = Content.advice(app.commandName)
        let data: Data
        do throws(FileReading.Failure) {
            let limit = JSONLimits.projectFile.bytes
            data = try isRequired ? app.readFile(path, limit: limit) : FileReading.read(path, limit: limit)
        } catch .missing where !isRequired {
            return nil
        } catch {
            throw .unusableFile("\(name) cannot be read: \(error). \(advice.unreadable)")
        }
        // A newer program's file is never overwritten, even if the rest of it is unreadable.
        let head = try? JSONDecoder().decode(Head.self, from: data, within: .projectFile, format: .json5)
        if let head, head.flint == Content.kind, head.version > Content.version {
            throw .unusableFile(
                "\(name) cannot be used: its version is \(head.version), but this program reads versions up to "
                    + "\(Content.version). Use the program that wrote the file.")
        }
        do {
            let content = try JSONDecoder().decode(
                Content.self, from: data, within: .projectFile, format: .json5, names: .unique)
            return (content, String(decoding: data, as: UTF8.self))
        } catch {
            let reason = (error as? JSONScanError)?.description ?? (error as? DecodingError)?.placeAndReason
            guard isRequired else {
                // A damaged file of this kind may be replaced, for example one with merge conflict markers.
                let start = String(decoding: data.prefix(4096), as: UTF8.self)
                if start.contains("flint"), start.contains(Content.kind) { return nil }
                throw .unusableFile("\(name) is not \(Content.title) and was not changed. Specify another file.")
            }
            throw .unusableFile("\(name) cannot be used: \(reason ?? "it is not JSON5"). \(advice.malformed)")
        }
    }
}

typealias ExpectationsFile = ProjectFile<Expectations>

extension Expectations: ProjectFileContent {
    static let title = "an expectations file"

    static func advice(_ program: String) -> (unreadable: String, malformed: String) {
        (
            "Specify an expectations file, or record one with \"\(program) check FILE --record\".",
            "Correct the file, or record it again with \"\(program) check FILE --record\"."
        )
    }
}
