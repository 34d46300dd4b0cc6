// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

enum GatingVersion {
    case declarations(DeclaredGating)
    /// The lines of a file of gates, which show that a gate has changed, but not who gains or loses a feature.
    case lines(GatingLock)

    var lock: GatingLock {
        switch self {
        case .declarations(let gating): GatingLock(gating)
        case .lines(let lock): lock
        }
    }
}

/// A file that describes the gating of one version of an app.
///
/// It is the output of `features --json`, a file of gates, a journal, or a report.
struct GatingFile {
    let path: String
    private let program: String

    init(_ path: String, program: String) {
        (self.path, self.program) = (path, program)
    }

    /// The lines of a file of gates, or `nil` for a file of another kind or one that cannot be read.
    var recordedLock: GatingLock? {
        (try? FileReading.read(path, limit: JSONLimits.gatingAnswer.bytes)).flatMap {
            GatingLock(text: String(decoding: $0, as: UTF8.self))
        }
    }

    func world() throws(CommandLineError) -> World {
        if let recording = try? Recordings.open(path) {
            let moment = try Recordings.inspector(of: recording, at: nil)
            do throws(MissingAnswer) {
                return try moment.world(of: nil)
            } catch {
                throw CommandLineError(error)
            }
        }
        let reason: String
        switch try version() {
        case .declarations(let gating):
            if let world = gating.world { return world }
            reason = "because an old version of the program wrote it. Write it again"
        case .lines: reason = "only their text. Write the version's requirements"
        }
        throw .unusableFile(
            "\(CommandOutput.excerpt(path)) does not contain the requirements in full, \(reason) with "
                + "\"\(program) features --json\", or specify a report.")
    }

    func version() throws(CommandLineError) -> GatingVersion {
        let remedy = "Specify a file with the output of \"\(program) features --json\"."
        let name = CommandOutput.excerpt(path)
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: JSONLimits.gatingAnswer.bytes)
        } catch {
            throw .unusableFile("\(name) cannot be read: \(error). \(remedy)")
        }
        if let lock = GatingLock(text: String(decoding: data, as: UTF8.self)) { return .lines(lock) }
        let gating: DeclaredGating
        do {
            gating = try JSONDecoder().decode(DeclaredGating.self, from: data, within: .gatingAnswer)
        } catch {
            let reason = (error as? JSONScanError)?.message ?? "It does not have the expected format."
            throw .unusableFile("\(name) cannot be compared: \(reason) \(remedy)")
        }
        CommandOutput.printNoteOnRepeatedName(in: data, at: path, within: .gatingAnswer)
        if let problem = gating.problem { throw .unusableFile("\(name) cannot be compared: \(problem) \(remedy)") }
        return .declarations(gating)
    }
}
