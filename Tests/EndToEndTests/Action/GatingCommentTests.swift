import FlintTestSupport
import Foundation
import Testing

@Suite(.enabled(if: GatingAction.isAvailable, "The action is a Python script."))
struct GatingCommentTests {
    private static let comments = "/repos/ada/podcasts/issues/7/comments"
    private static let report = "<!-- flint gating: flint -->\n### Gating of flint\n\nNew\n"
    private static let earlier = #"<!-- flint gating: flint -->\n### Gating of flint\n\nOld\n"#
    private static let otherApp = #"<!-- flint gating: flint watch -->\n### Gating of flint watch\n"#

    private let action: GatingAction

    init() throws {
        action = try GatingAction()
        try action.folder.write(Self.report, to: "gating.md")
    }

    private static func comment(_ id: Int, _ body: String, by author: String = "github-actions[bot]") -> String {
        #"{"id": \#(id), "body": "\#(body)", "user": {"login": "\#(author)"}}"#
    }

    // MARK: Creating and updating

    @Test func `the first report creates a comment`() throws {
        let (result, requests) = try action.comment(
            #"[{"status": 200, "body": []}, {"status": 201, "body": {"id": 1}}]"#)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "Created the comment.\n")
        #expect(requests.map(\.line) == ["GET \(Self.comments)?per_page=100", "POST \(Self.comments)"])
        #expect(requests.allSatisfy { $0.authorization == "Bearer \(GatingAction.token)" })
        #expect(requests.last?.body?.body == Self.report)
    }

    @Test func `an earlier comment on a later page is updated, and comments of others are not`() throws {
        let first = [
            Self.comment(1, "Nice!", by: "ada"), Self.comment(2, Self.earlier, by: "mallory"),
            Self.comment(3, Self.otherApp), #"{"id": 4, "body": null, "user": null}"#,
        ]
        let next = #"<SERVICE\#(Self.comments)?page=1>; rel=\"prev\", <SERVICE\#(Self.comments)?page=2>; rel=\"next\""#
        let (result, requests) = try action.comment(
            """
            [{"status": 200, "body": [\(first.joined(separator: ","))], "headers": {"Link": "\(next)"}},
            {"status": 200, "body": [\(Self.comment(5, Self.earlier)), \(Self.comment(6, Self.earlier))]},
            {"status": 200}]
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            requests.map(\.line) == [
                "GET \(Self.comments)?per_page=100", "GET \(Self.comments)?page=2",
                "PATCH /repos/ada/podcasts/issues/comments/5",
            ])
        #expect(requests.last?.body?.body == Self.report)
    }

    @Test func `an unchanged comment is not written again, even if its line breaks differ`() throws {
        let same = Self.comment(5, #"<!-- flint gating: flint -->\r\n### Gating of flint\r\n\r\nNew"#)
        let (result, requests) = try action.comment(#"[{"status": 200, "body": [\#(same)]}]"#)
        #expect(result.status == 0 && result.output == "The comment is up to date.\n", "\(result.errors)")
        #expect(requests.map(\.method) == ["GET"])
    }

    @Test(arguments: [false, true])
    func `a report without news updates a comment and does not create one`(exists: Bool) throws {
        let comments = exists ? Self.comment(5, Self.earlier) : ""
        let (result, requests) = try action.comment(
            #"[{"status": 200, "body": [\#(comments)]}, {"status": 200}]"#, "--update-only", "true")
        #expect(result.status == 0, "\(result.errors)")
        #expect(requests.map(\.method) == (exists ? ["GET", "PATCH"] : ["GET"]))
    }

    @Test func `the comment of another user is updated with that user's token`() throws {
        let comment = Self.comment(5, Self.earlier, by: "ada")
        let (result, requests) = try action.comment(
            #"[{"status": 200, "body": [\#(comment)]}, {"status": 200}]"#, "--author", "ada")
        #expect(result.status == 0 && requests.last?.method == "PATCH", "\(result.errors)")
    }

    // MARK: Failures

    struct Failure: CustomTestStringConvertible, Sendable {
        let answer: String
        let message: String
        var testDescription: String { message }

        init(_ answer: String, _ message: String) {
            self.answer = answer
            self.message = message
        }
    }

    static let failures = [
        Failure(
            #"{"status": 401, "body": {"message": "Bad credentials"}}"#,
            "The service does not accept the token (status 401: Bad credentials). It is wrong or has expired."),
        Failure(
            #"{"status": 403, "body": {"message": "Resource not accessible\n::error::x"}}"#,
            "The token may not comment on the pull request (status 403: Resource not accessible ::error::x). "
                + "Give the job the permission pull-requests: write."),
        Failure(
            #"{"status": 403, "headers": {"x-ratelimit-remaining": "0"}}"#,
            "The service limits the number of requests (status 403). Run the job again later."),
        Failure(
            #"{"status": 429}"#, "The service limits the number of requests (status 429). Run the job again later."),
        Failure(
            #"{"status": 404, "body": "<html>"}"#,
            "The service does not show the pull request to this token (status 404). Check its repository."),
        Failure(
            #"{"status": 500, "body": {"message": ["x"]}}"#, "The service has failed (status 500). Run the job again."),
        Failure(
            #"{"status": 302, "headers": {"Location": "SERVICE/elsewhere"}}"#,
            "The repository or the service has another address now (status 302)."),
        Failure(
            #"{"status": 422, "body": {"message": "Body is too long"}}"#,
            "The service refuses the request (status 422: Body is too long)."),
        Failure(#"{"status": 200, "body": "<html>"}"#, "The service's answer is not JSON. Check GITHUB_API_URL."),
        Failure(
            #"{"status": 200, "body": [{}]}"#,
            "The service's answer is not a list of comments. Check GITHUB_API_URL."),
        Failure(
            #"{"status": 200, "body": [], "headers": {"Link": "<http://example.com/2>; rel=\"next\""}}"#,
            "The service's next page is at another address, which does not receive the token."),
        Failure(#"{"holds": true}"#, "The service did not answer within 0.1 seconds. Run the job again."),
    ]

    @Test(arguments: failures)
    func `a failure of the service is explained`(failure: Failure) throws {
        let timeout = failure.answer.contains("holds") ? "0.1" : "60"
        let (result, requests) = try action.comment("[\(failure.answer)]", "--timeout", timeout)
        #expect(result.status == 1)
        #expect(result.errors == "gating.py: \(failure.message)\n")
        #expect(result.output == "::error::\(failure.message)\n")
        // The time-out may pass before the request is sent.
        #expect(requests.count == 1 || failure.answer.contains("holds"))
    }

    @Test func `the action fails if the comment cannot be created`() throws {
        let (result, requests) = try action.comment(#"[{"status": 200, "body": []}, {"status": 503}]"#)
        #expect(result.status == 1 && result.errors.contains("The service has failed (status 503)"))
        #expect(requests.map(\.method) == ["GET", "POST"])
    }

    @Test func `the error for an unreachable service does not contain the token`() throws {
        let (result, _) = try action.comment("[]", environment: ["GITHUB_API_URL": "http://127.0.0.1:1"])
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("gating.py: The service cannot be reached: "), "\(result.errors)")
        #expect(!(result.output + result.errors).contains(GatingAction.token))
    }

    // MARK: Tokens

    @Test func `with the read-only token of a fork, the report stays in the summary`() throws {
        let answers = #"[{"status": 200, "body": []}, {"status": 403}]"#
        try action.setPullRequest(from: "mallory/podcasts")
        let (fork, requests) = try action.comment(answers)
        #expect(fork.status == 0 && fork.output.contains("::notice::The token of this pull request only reads"))
        #expect(requests.map(\.method) == ["GET", "POST"])
        try action.setPullRequest(from: "ada/podcasts")
        let (updates, _) = try action.comment(answers, environment: ["GITHUB_ACTOR": "dependabot[bot]"])
        #expect(updates.status == 0, "\(updates.errors)")
        #expect(try action.comment(answers).0.status == 1)
    }

    @Test func `without a token or a pull request, no request is sent`() throws {
        let (withoutToken, requests) = try action.comment("[]", environment: ["FLINT_TOKEN": ""])
        #expect(withoutToken.status == 0 && withoutToken.output.contains("There is no token"))
        try action.folder.write("{}", to: "event.json")
        let (push, others) = try action.comment("[]")
        #expect(push.status == 0 && push.output.contains("does not belong to a pull request"))
        #expect(requests.isEmpty && others.isEmpty)
    }

    @Test func `a token is sent only to an encrypted address and is never printed`() throws {
        for (variable, value, message) in [
            ("GITHUB_API_URL", "http://example.com", "which is not an https address"),
            ("GITHUB_API_URL", "ftp://example.com", "which is not an https address"),
            ("FLINT_TOKEN", "secret token", "The token contains a space"),
            ("FLINT_TOKEN", "secret\u{FC}", "The token contains a space"),
            ("GITHUB_REPOSITORY", "ada/../x/y", "which is not OWNER/NAME"),
        ] {
            let (result, requests) = try action.comment("[]", environment: [variable: value])
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
            #expect(!(result.output + result.errors).contains("secret"))
            #expect(requests.isEmpty)
        }
    }
}
