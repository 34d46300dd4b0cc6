// SPDX-License-Identifier: MIT

import FlintWorld

/// A question about an app that a command or an agent's tool answers.
///
/// Front ends only parse their arguments into a question, so the answer and its text and JSON are the same in all of
/// them.
protocol Question<App> {
    associatedtype App: FlintApplication
    associatedtype Answer: Encodable

    @MainActor func answer(in session: AppSession<App>) throws -> Answer
    @MainActor func lines(of answer: Answer, in session: AppSession<App>) throws -> [String]
}

protocol TextAnswer: Encodable {
    var lines: [String] { get }
}

extension Question where Answer: TextAnswer {
    func lines(of answer: Answer, in session: AppSession<App>) -> [String] { answer.lines }
}

extension SharedOptions {
    /// Answers a question as one JSON object or as lines, with read-only access to state files.
    @MainActor
    func print<Asked: Question<App>>(answerTo question: Asked, json: Bool) throws -> Asked.Answer {
        let session = try readingSession()
        let answer = try question.answer(in: session)
        _ = try print(answer, try question.lines(of: answer, in: session), json: json)
        return answer
    }
}
