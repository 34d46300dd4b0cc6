import FlintTestSupport
import Foundation
import Testing

/// The script of the gating action, in a folder with the files that a workflow provides.
struct GatingAction {
    static let folderOfSources = BuiltProgram.root + "/Resources/action"
    static let token = "secret-token-of-the-tests"

    /// Whether Python can be started.
    static let isAvailable = (try? ChildProcess.run("python3", ["--version"]))?.status == 0

    let folder: TemporaryFolder

    private var environment: [String: String] {
        [
            "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_REPOSITORY": "ada/podcasts",
            "GITHUB_EVENT_PATH": folder.path(of: "event.json"), "GITHUB_OUTPUT": folder.path(of: "outputs"),
            "GITHUB_STEP_SUMMARY": folder.path(of: "summary.md"), "FLINT_STATE": folder.path(of: "state.json"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
        ]
    }

    init() throws {
        folder = try TemporaryFolder()
        try setPullRequest(from: "ada/podcasts")
    }

    /// Writes the event of a pull request from a repository.
    func setPullRequest(from repository: String) throws {
        try folder.write(
            """
            {"pull_request": {"number": 7, "head": {"repo": {"full_name": "\(repository)"}},
            "base": {"repo": {"full_name": "ada/podcasts"}}}}
            """, to: "event.json")
    }

    // MARK: Report

    /// Runs the commands of a program and writes the report.
    ///
    /// - Parameters:
    ///   - command: The words that run the program.
    ///   - options: Further options.
    ///   - path: The working directory, or `nil` for the temporary folder.
    ///   - environment: Further variables.
    /// - Returns: The result of the script.
    /// - Throws: An error if the script cannot be started.
    func report(
        _ command: String, _ options: String..., in path: String? = nil, environment: [String: String] = [:]
    ) throws -> ChildProcess.Result {
        let script = "cd \"$0\" && exec python3 \"$@\""
        return try ChildProcess.run(
            "/bin/sh",
            [
                "-c", script, path ?? folder.path, Self.folderOfSources + "/gating.py", "report", "--report",
                folder.path(of: "gating.md"), "--command", command,
            ] + options,
            environment: BuiltProgram.environment.merging(self.environment) { $1 }.merging(environment) { $1 })
    }

    var body: String {
        get throws { try folder.text("gating.md") }
    }

    // MARK: Comment

    /// A request that the service received.
    struct Request: Decodable, Equatable {
        struct Body: Decodable, Equatable {
            let body: String
        }

        let method: String
        let path: String
        let authorization: String?
        let body: Body?

        var line: String { "\(method) \(path)" }
    }

    /// Runs the script with a service that sends prepared answers.
    ///
    /// - Parameters:
    ///   - answers: The answers as a JSON array, which `service.py` describes.
    ///   - options: Further options.
    ///   - environment: Further variables.
    /// - Returns: The result of the script, and the requests that the service received.
    /// - Throws: An error if the script or the service cannot be started.
    func comment(
        _ answers: String, _ options: String..., environment: [String: String] = [:]
    ) throws -> (ChildProcess.Result, requests: [Request]) {
        let peer = BuiltProgram.root + "/Tests/EndToEndTests/Action/service.py"
        let service = try RunningChild("python3", [peer, answers], environment: BuiltProgram.environment)
        let port = try #require(service.nextLine())
        let variables = self.environment.merging([
            "GITHUB_API_URL": "http://127.0.0.1:\(port)", "FLINT_TOKEN": Self.token,
        ]) { $1 }
        let result = try ChildProcess.run(
            "python3",
            [Self.folderOfSources + "/gating.py", "comment", "--report", folder.path(of: "gating.md")] + options,
            environment: BuiltProgram.environment.merging(variables) { $1 }.merging(environment) { $1 })
        let requests = try service.kill().map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
        return (result, requests)
    }
}
