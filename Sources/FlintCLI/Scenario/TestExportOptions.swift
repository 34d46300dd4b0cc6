// SPDX-License-Identifier: MIT

import ArgumentParser

struct TestExportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a test to this new Swift file. The test's type is named after the file.", valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var exportTest: String?
    @Option(
        help: ArgumentHelp(
            "The Swift expression that creates the app in the test.",
            discussion: "Default: a GatingTest of the app's features.", valueName: "expression"))
    var testApp: String?

    init() {}

    func validate() throws {
        if testApp != nil, exportTest == nil { throw ValidationError("--test-app needs --export-test.") }
    }

    func options() throws(CommandLineError) -> ScenarioTestExport.Options? {
        guard let exportTest else { return nil }
        return try ScenarioTestExport.Options(path: exportTest, app: testApp)
    }
}
