import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A report as `report` saves it, read again.
package struct RecordedReport: Sendable {
    /// The version of the format that is read.
    private static let version = 1

    /// Where the file is.
    package let path: String
    /// The program that made it, with its version.
    package let program: String
    /// The system the program ran on.
    package let system: String
    /// The state of the app.
    package let state: RecordedState
    /// The events, oldest first.
    package let events: [EventRecord]
    /// The lines of the log, oldest first.
    package let log: [LogLine]

    /// Reads a report.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``RecordingError`` if it cannot be read or is no report.
    package init(_ path: String) throws(RecordingError) {
        let data = try Self.data(path)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let content: Content
        do {
            if let version = try? decoder.decode(Version.self, from: data, within: .report).reportVersion,
                version > Self.version
            {
                throw RecordingError.newer(path: path, version: version)
            }
            content = try decoder.decode(Content.self, from: data, within: .report)
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .notARecording(path: path, reason: JournalReader.reason(error))
        }
        self.path = path
        (program, system) = (content.program, content.system)
        (events, log) = (content.events, content.log)
        state = RecordedState(
            model: content.model, details: content.features, stacks: content.stacks, history: content.history,
            event: content.events.last?.id ?? 0, date: content.date)
    }

    private static func data(_ path: String) throws(RecordingError) -> Data {
        let file = try RecordedFile(path)
        let size = file.size
        guard size <= JSONLimits.report.bytes else {
            throw .notARecording(path: path, reason: "it has more than \(JSONLimits.report.bytes) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let start = filled
            // The bytes are handed over as a result, because the closure's type of error is not kept.
            let read = bytes.withUnsafeMutableBytes { bytes in
                Result { () throws(RecordingError) in
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), at: start)
                }
            }
            let count = try read.get()
            if count == 0 { break }
            filled += count
        }
        return Data(bytes[..<filled])
    }

    private struct Version: Decodable {
        let reportVersion: Int
    }

    /// The answer of `report`.
    private struct Content: Decodable {
        let date: Date
        let program: String
        let system: String
        let app: String
        let platform: String
        let activity: String?
        let problems: [String]
        let focus: [String]
        let features: [FeatureSnapshot]
        let products: [ProductSnapshot]
        let permissions: [PermissionSnapshot]
        let flags: [FlagSnapshot]
        let store: StoreSnapshot?
        let overrides: [OverrideRecord]
        let differences: [Difference]
        let history: [HistoryEntry]
        let stacks: [StackSnapshot]
        let events: [EventRecord]
        let log: [LogLine]

        /// A difference without the command that removes it.
        struct Difference: Decodable {
            let kind: StateDifference.Kind
            let title: String
            let value: String
            let initial: String?
        }

        var model: AppModel {
            var status = AppStatus(appName: app, platform: platform)
            (status.store, status.problems, status.focus, status.activity) = (store, problems, focus, activity)
            status.differences = differences.map {
                StateDifference(
                    kind: $0.kind, title: $0.title, value: $0.value, initial: $0.initial, removal: .sequence([]))
            }
            return AppModel(
                revision: .zero, status: status, features: features.enumerated().map(Self.summary),
                products: products, permissions: permissions, flags: flags, overrides: overrides)
        }

        private static func summary(_ number: Int, _ feature: FeatureSnapshot) -> FeatureSummary {
            FeatureSummary(
                number: number, id: feature.id, name: feature.name, parent: feature.parent,
                depth: min(max(0, feature.depth), Int(RequirementState.depthLimit)),
                isVisible: feature.visible, isAvailable: feature.available,
                isOverridden: feature.requirements.contains { $0.override != nil })
        }
    }
}
