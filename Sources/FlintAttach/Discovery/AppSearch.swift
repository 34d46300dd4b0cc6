// SPDX-License-Identifier: MIT

/// A search for the user's apps that serve their inspectors.
///
/// If no app is found, ``findings`` states the likely reasons and what to do about them.
package struct AppSearch: Sendable {
    package struct FoundApp: Sendable, Hashable {
        package var entry: SocketDirectory.Entry
        package var app: ServedApp

        package var title: String { "\(entry.name)  process \(app.process): \(app.app)\(remark)" }

        package var remark: String {
            let words = [app.isProduction ? "production" : nil, app.isReadOnly ? "read-only" : nil].compactMap(\.self)
            return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
        }
    }

    package struct Finding: Codable, Sendable, Hashable {
        package enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
            case noDirectory = "no-directory"
            case nothingServed = "nothing-served"
            case ended
            case noAnswer = "no-answer"
            case version
            /// Apps serve in a directory that other environment variables select.
            case otherDirectory = "other-directory"
            case otherUser = "other-user"
            case unusableDirectory = "unusable-directory"
            /// This process runs in a container, where the directories of apps outside of it are not visible.
            case container
        }

        package var reason: Reason
        package var message: String
        package var remedy: String

        package var messageAndRemedy: String { "\(message) \(remedy)" }
    }

    package let directory: SocketDirectory
    package private(set) var apps: [FoundApp] = []
    /// The reasons that apps are missing, the most specific first.
    ///
    /// If apps were found, only sockets that do not answer are included.
    package private(set) var findings: [Finding] = []

    /// Searches a directory, and other directories if it contains no app that responds.
    ///
    /// The entries in `ended` are the sockets of ended processes that were removed just before the search.
    package init(
        in directory: SocketDirectory, others: [SocketDirectory], ended: [SocketDirectory.Entry] = [],
        isInContainer: Bool = false, connect: (SocketDirectory.Entry) throws(AttachError) -> ServedApp = Self.greet
    ) {
        self.directory = directory
        var ended = ended
        do throws(SocketDirectory.Problem) {
            let (running, removed) = try directory.removeEnded()
            ended += removed
            for entry in running {
                do throws(AttachError) {
                    apps.append(FoundApp(entry: entry, app: try connect(entry)))
                } catch {
                    findings.append(Self.finding(on: entry, error))
                }
            }
        } catch {
            findings.append(
                Finding(
                    reason: directory.belongsToOtherUser ? .otherUser : .unusableDirectory, message: error.problem,
                    remedy: error.remedy))
        }
        // The other findings explain why no app was found.
        guard apps.isEmpty else { return }
        findings += ended.map { entry in
            Finding(
                reason: .ended,
                message: "\(entry.name) (process \(entry.process)) has ended and left its socket behind.",
                remedy: "Start it again; the socket was removed.")
        }
        findings += others.filter { $0 != directory }.compactMap(Self.finding)
        if findings.isEmpty { findings.append(Self.finding(onEmpty: directory)) }
        if isInContainer { findings.append(Self.containerFinding) }
    }

    private static func finding(onEmpty directory: SocketDirectory) -> Finding {
        let start = "Start an app that calls Flint.serveInspector(), or use the command \"serve\"."
        return directory.exists
            ? Finding(
                reason: .nothingServed, message: "No app serves its inspector in \(directory.path).", remedy: start)
            : Finding(
                reason: .noDirectory,
                message: "No app has served its inspector: \(directory.path) does not exist.", remedy: start)
    }

    private static let containerFinding = Finding(
        reason: .container,
        message: "This program runs in a container, from which the sockets of apps outside are not visible.",
        remedy: "Run it where the app runs, mount the app's directory for sockets, or serve the app on a shared port.")

    package static func greet(_ entry: SocketDirectory.Entry) throws(AttachError) -> ServedApp {
        let link = try AttachLink(.path(entry.path), client: "command line")
        defer { link.close() }
        return link.app
    }

    private static func finding(on entry: SocketDirectory.Entry, _ error: AttachError) -> Finding {
        let name = "\(entry.name) (process \(entry.process))"
        if case .refused(let reason) = error, reason.code == WireError.versionCode {
            return Finding(
                reason: .version, message: "\(name) uses another version of the protocol.",
                remedy: "Use the version of this program that belongs to the app, or update the app.")
        }
        return Finding(
            reason: .noAnswer, message: "\(name) has a socket but does not answer: \(error)",
            remedy: "Resume it if it is suspended, or end it and start it again.")
    }

    private static func finding(on other: SocketDirectory) -> Finding? {
        if other.belongsToOtherUser {
            return Finding(
                reason: .otherUser, message: "\(other.path) belongs to another user, whose apps accept only that user.",
                remedy: "Run this program as that user, or serve the app on a port with a token.")
        }
        guard let entry = try? other.sockets().running.first else { return nil }
        return Finding(
            reason: .otherDirectory,
            message: "\(entry.name) (process \(entry.process)) serves in \(other.path), because XDG_RUNTIME_DIR or "
                + "TMPDIR is different there.",
            remedy: "Set the same variables, or attach to its socket by the path \(entry.path)")
    }
}
