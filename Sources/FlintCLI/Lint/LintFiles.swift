// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

struct LintFiles {
    private let app: any FlintApplication.Type
    /// The lint file, or `nil` if the project uses the default rules.
    private(set) var configurationPath: String?
    private var configurationText = ""
    private(set) var configuration = LintConfiguration()
    /// The baseline, or `nil` if every finding is new.
    private(set) var baselinePath: String?
    private(set) var baseline = LintBaseline()
    private var baselineText = ""

    /// Reads the files.
    ///
    /// Without a path, the folder and the folders above it are searched for a lint file. Without the path of a
    /// baseline, the lint file names it. Pass `false` for `readsBaseline` if the baseline may not exist yet.
    init(
        _ path: String?, baseline baselinePath: String?, readsBaseline: Bool = true,
        from folder: String = FileManager.default.currentDirectoryPath, of app: any FlintApplication.Type
    ) throws(CommandLineError) {
        self.app = app
        configurationPath = path ?? Self.search(from: folder)
        if let path = configurationPath,
            let (content, text) = try ProjectFile<LintConfiguration>(path, of: app).readText(isRequired: true)
        {
            (configuration, configurationText) = (content, text)
        }
        guard readsBaseline else { return }
        self.baselinePath = baselinePath ?? configuration.baseline.map(pathBesideConfiguration)
        if let path = self.baselinePath,
            let (content, text) = try ProjectFile<LintBaseline>(path, of: app).readText(isRequired: true)
        {
            (baseline, baselineText) = (content, text)
        }
    }

    /// Returns the path of the nearest lint file in a folder or the folders above it.
    ///
    /// The path is only the file's name if the folder itself contains the file.
    static func search(from folder: String) -> String? {
        guard folder.hasPrefix("/") else { return nil }
        var parts = folder.split(separator: "/")
        let depth = parts.count
        while true {
            let start = parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
            let path = "\(start)/\(LintConfiguration.fileName)"
            if FileManager.default.fileExists(atPath: path) {
                return parts.count == depth ? LintConfiguration.fileName : path
            }
            // The search ends at the root of a git repository, so that files outside the project do not affect it.
            if parts.isEmpty || FileManager.default.fileExists(atPath: "\(start)/.git") { return nil }
            parts.removeLast()
        }
    }

    private func pathBesideConfiguration(_ path: String) -> String {
        let folder = PathComponents(configurationPath ?? "").directory
        return path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
    }

    /// Returns the file and line of the entry that a finding is about, such as `.flint-lint.json5:12`.
    ///
    /// The result is `nil` if the finding is not about an entry, or if the entry was removed.
    func place(of finding: LintReview.Finding) -> String? {
        guard let entry = finding.unusedEntry, finding.status != .removed else { return nil }
        let isAcceptance = finding.finding.kind == .unusedAcceptance
        let bytes = Array((isAcceptance ? configurationText : baselineText).utf8)
        let elements = try? bytes.withUnsafeBufferPointer { bytes in
            try JSONScanner.elements(
                of: isAcceptance ? "accepted" : "findings", in: bytes, limits: .projectFile, format: .json5)
        }
        guard let path = isAcceptance ? configurationPath : baselinePath, let elements, elements.indices.contains(entry)
        else { return nil }
        return "\(path):\(bytes[..<elements[entry].lowerBound].count { $0 == UInt8(ascii: "\n") } + 1)"
    }

    func removeUnusedEntries(_ review: inout LintReview) throws(CommandLineError) {
        if let path = configurationPath, !review.unusedAcceptances.isEmpty {
            guard let text = configuration.removing(review.unusedAcceptances, from: configurationText) else {
                let places = review.unusedAcceptances.map { "accepted > [\($0)]" }.listed()
                throw .cannotWrite(
                    CommandOutput.excerpt("\(path) was not changed, because entries share their lines with other text.")
                        + " Remove by hand: \(places).")
            }
            try CommandOutput.save(text, to: path)
            review.markRemoved(.unusedAcceptance)
        }
        if let path = baselinePath, review.currentBaseline.findings.count < baseline.findings.count {
            try CommandOutput.save(review.currentBaseline.fileContent, to: path)
            review.markRemoved(.fixedFinding)
        }
    }

    func writeBaseline(of review: LintReview, to path: String) throws(CommandLineError) -> Int {
        // A missing or damaged baseline can be replaced, but not a file of another kind.
        _ = try ProjectFile<LintBaseline>(path, of: app).read(isRequired: false)
        let baseline = LintBaseline(recording: review)
        try CommandOutput.save(baseline.fileContent, to: path)
        return baseline.findings.count
    }
}

extension LintConfiguration: ProjectFileContent {
    static let title = "a lint file"

    static func advice(_ program: String) -> (unreadable: String, malformed: String) {
        ("Specify a lint file.", "Correct the file; \"\(program) lint --rules\" lists the rules.")
    }
}

extension LintBaseline: ProjectFileContent {
    static let title = "a baseline"

    static func advice(_ program: String) -> (unreadable: String, malformed: String) {
        let command = "\"\(program) lint --write-baseline FILE\""
        return ("Specify a baseline, or write one with \(command).", "Write it again with \(command).")
    }
}
