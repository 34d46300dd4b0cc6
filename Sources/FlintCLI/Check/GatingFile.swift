// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

/// A file that describes the gating of one version of an app: the output of `features --json`, a journal, or a report.
struct GatingFile {
    private let path: String
    private let program: String

    /// Creates a reference to the file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - program: The program's name, for messages.
    init(_ path: String, program: String) {
        (self.path, self.program) = (path, program)
    }

    /// Reads the file, which can have each of the formats, as a world.
    func world() throws(CommandLineError) -> World {
        if let recording = try? Recordings.open(path) {
            let moment = try Recordings.inspector(of: recording, at: nil)
            do throws(MissingAnswer) {
                return try moment.world(of: nil)
            } catch {
                throw CommandLineError(error)
            }
        }
        if let world = try declarations().world { return world }
        throw .unusableFile(
            "\(CommandOutput.excerpt(path)) does not contain the requirements in full, because an old version of the "
                + "program wrote it. Write it again with \"\(program) features --json\", or specify a report.")
    }

    /// Reads the output of `features --json`.
    func declarations() throws(CommandLineError) -> DeclaredGating {
        let remedy = "Specify a file with the output of \"\(program) features --json\"."
        let name = CommandOutput.excerpt(path)
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: JSONLimits.gatingAnswer.bytes)
        } catch {
            throw .unusableFile("\(name) cannot be read: \(error). \(remedy)")
        }
        let gating: DeclaredGating
        do {
            gating = try JSONDecoder().decode(DeclaredGating.self, from: data, within: .gatingAnswer)
        } catch {
            let reason = (error as? JSONScanError)?.message ?? "It does not have the expected format."
            throw .unusableFile("\(name) cannot be compared: \(reason) \(remedy)")
        }
        CommandOutput.noteRepeatedName(in: data, at: path, within: .gatingAnswer)
        if let problem = gating.problem { throw .unusableFile("\(name) cannot be compared: \(problem) \(remedy)") }
        return gating
    }
}
