// SPDX-License-Identifier: MIT

import FlintAttach
import FlintAttachServer
import FlintCore

extension AppSearch {
    func printList(json: Bool) throws {
        if json {
            try CommandOutput.print(json: RunningAppsAnswer(self))
        } else if apps.isEmpty {
            try CommandOutput.print(findings.map(\.messageAndRemedy))
        } else {
            for finding in findings { CommandOutput.printNote(finding.messageAndRemedy) }
            try CommandOutput.print(apps.map(\.title))
        }
    }

    func selectedName() throws(CommandLineError) -> String {
        let running = apps
        guard let first = running.first else {
            throw .refused(findings.map(\.messageAndRemedy).joined(separator: "\n"))
        }
        /// Returns the app's name, which survives a restart, or its process ID if several apps share the name.
        func key(_ app: AppSearch.FoundApp) -> String {
            let isUnique = running.count { $0.entry.name == app.entry.name } == 1
            return isUnique ? app.entry.name : String(app.entry.process)
        }
        guard running.count > 1 else { return key(first) }
        let lines = running.enumerated().map { "\($0.offset + 1)  \($0.element.title)" }
        guard CommandRun.current.isInteractive else {
            throw .usage(
                "Several apps are running. Specify one of them: \(running.map { "\(key($0)) (\($0.app.app))" }.joined(separator: ", "))."
            )
        }
        try CommandOutput.print(lines + ["Attach to number:"])
        guard let answer = readLine(), let number = Int(answer), running.indices.contains(number - 1) else {
            throw .usage("The answer is not one of the listed numbers. Run the command again.")
        }
        return key(running[number - 1])
    }
}

struct RunningAppsAnswer: Encodable {
    struct App: Encodable {
        let name: String
        let process: Int32
        let app: String
        let socket: String
        let environment: AppEnvironment
        let readOnly: Bool
    }

    let directory: String
    let apps: [App]
    let findings: [AppSearch.Finding]

    init(_ search: AppSearch) {
        directory = search.directory.path
        apps = search.apps.map {
            App(
                name: $0.entry.name, process: $0.app.process, app: $0.app.app, socket: $0.entry.path,
                environment: $0.app.environment ?? .development, readOnly: $0.app.isReadOnly)
        }
        findings = search.findings
    }
}
