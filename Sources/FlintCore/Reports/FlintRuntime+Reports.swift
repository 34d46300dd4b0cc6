// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

extension FlintRuntime {
    /// Creates a report as a zip file.
    ///
    /// - Parameters:
    ///   - options: The options of the report.
    ///   - parent: The folder in which a new folder for the file is created. The default is the system's temporary
    ///     folder.
    /// - Returns: The URL of the file, which only its owner can read.
    /// - Throws: ``DebugReportError`` if the report cannot be written or is too large for a zip file.
    public func gatherReportZip(options: Set<DebugReportOption>, in parent: URL? = nil) throws -> URL {
        let parent = parent ?? FileManager.default.temporaryDirectory
        let contents = try TemporaryFolder(in: parent, prefix: "flint-report-contents")
        defer { contents.remove() }
        try gatherReport(options: options, to: contents.url)
        let result = try TemporaryFolder(in: parent, prefix: "flint-report")
        do {
            let file = result.url.appending(path: "report.zip")
            try ZipArchive.write(folder: contents.url, to: file)
            return file
        } catch {
            result.remove()
            throw error
        }
    }

    /// Writes a report to a folder, which is created if necessary.
    ///
    /// Errors thrown by contributors do not interrupt the report. They are listed in `problems.txt`.
    ///
    /// - Parameters:
    ///   - options: The options of the report.
    ///   - folder: The folder for the report's files.
    /// - Throws: ``DebugReportError`` if the folder or `problems.txt` cannot be written.
    public func gatherReport(options: Set<DebugReportOption>, to folder: URL) throws {
        try ReportFile.makeFolder(folder)
        let problems = bind {
            var problems: [String] = []
            for contributor in reportContributors {
                do {
                    try contributor.write(folder, options)
                } catch {
                    problems.append("\(contributor.name): \(error)")
                }
            }
            return problems
        }
        if !problems.isEmpty {
            try ReportFile.write(problems.joined(separator: "\n") + "\n", named: "problems.txt", in: folder)
        }
    }

    private var reportContributors: [ReportContributor] {
        let own = [
            ReportContributor(name: "timeline") { [self] in try writeTimeline(to: $0, options: $1) },
            ReportContributor(name: "action stacks") { [self] in try actionStacks.copyReport(to: $0, options: $1) },
            ReportContributor(name: "availability") { [self] folder, _ in try writeAvailability(to: folder) },
            ReportContributor(name: "log") { [self] in try writeLog(to: $0, options: $1) },
        ]
        let outputs = logging.factories.all.map { factory in
            ReportContributor(name: "\(factory.name) log files") { folder, options in
                // Lines in log files do not record whether the user initiated them.
                guard !options.contains(.userInitiatedOnly) else { return }
                try factory.copyForArchiving(to: folder)
            }
        }
        let others = reportables.all.map { reportable in
            ReportContributor(name: TypeNames.short(type(of: reportable))) {
                try reportable.copyReport(to: $0, options: $1)
            }
        }
        return own + outputs + others
    }

    private func writeTimeline(to folder: URL, options: Set<DebugReportOption>) throws {
        let formatter = EventFormatter(runtime: self)
        let records = journal.events.filter { event in
            guard let action = TimelineEntry(event)?.action else { return false }
            return action.userInitiated || !options.contains(.userInitiatedOnly)
        }.map(formatter.record)
        if options.contains(.machineReadableFormat) {
            try ReportFile.write(json: records, named: "timeline.json", in: folder)
        } else {
            let text = records.map { $0.reportText + "\n" }.joined()
            try ReportFile.write(text, named: "timeline.txt", in: folder)
        }
    }

    private func writeAvailability(to folder: URL) throws {
        let rows = features.map { AvailabilityReport($0, explanation: explanation(of: $0.feature)) }
        try ReportFile.write(json: rows, named: "availability.json", in: folder)
    }

    private func writeLog(to folder: URL, options: Set<DebugReportOption>) throws {
        let lines = logs.lines.filter { $0.userInitiated == true || !options.contains(.userInitiatedOnly) }
        if options.contains(.machineReadableFormat) {
            try ReportFile.write(json: lines, named: "log.json", in: folder)
        } else {
            try ReportFile.write(lines.map { $0.reportText + "\n" }.joined(), named: "log.txt", in: folder)
        }
    }
}

private struct ReportContributor {
    let name: String
    let write: (URL, Set<DebugReportOption>) throws -> Void
}

extension DefaultLoggerFactory {
    fileprivate func copyForArchiving(to folder: URL) throws {
        let folder = folder.appending(path: "logs")
        for output in outputs {
            try ReportFile.makeFolder(folder)
            try output.copyForArchiving(to: folder)
        }
    }
}

struct AvailabilityReport: Codable, Hashable {
    let id: String
    let typeName: String
    let name: String
    let available: Bool?
    let reason: String?
    let requirements: [RequirementState]

    private enum CodingKeys: CodingKey {
        case id, typeName, name, available, reason, requirements
    }

    init(_ metadata: FeatureMetadata, explanation: AvailabilityExplanation) {
        id = metadata.path.description
        typeName = metadata.typeName
        name = metadata.feature.name
        available = explanation.verdict.boolValue
        reason = explanation.verdict == .true ? nil : explanation.summary
        requirements = explanation.requirements
    }

    func encode(to encoder: any Encoder) throws {
        // An undetermined availability is an explicit `null`, which a synthesized implementation would omit.
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(typeName, forKey: .typeName)
        try container.encode(name, forKey: .name)
        try container.encode(available, forKey: .available)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(requirements, forKey: .requirements)
    }
}
