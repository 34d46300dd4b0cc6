import ArgumentParser
import FlintAttachServer
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

@MainActor
struct BrokenFollowingTests {
    private let gallery: ServedGallery
    private let proxy: BreakingProxy
    private let following: ChangeFollower<GalleryCommandLine>

    init() throws {
        gallery = try ServedGallery()
        proxy = try BreakingProxy(to: gallery.server.path)
        following = try ChangeFollower(SharedOptions<GalleryCommandLine>.parse(["--attach", proxy.path]))
    }

    private func events() throws -> Int? {
        try following.answer { () throws(MissingAnswer) in
            try following.session.inspector.events(after: 0).count
        }
    }

    @Test func `a missing answer is reported once, and the question is asked again`() async throws {
        let result = try await GalleryCommandLine.result {
            let known = try #require(try events())
            proxy.breakAnswers(to: "sync", by: .error)
            for _ in 0..<2 { #expect(try events() == nil) }
            proxy.breakAnswers(to: "nothing", by: .error)
            #expect(try events() == known)
            proxy.breakAnswers(to: "sync", by: .error)
            #expect(try events() == nil)
            return 0
        }
        #expect(result.output.isEmpty)
        #expect(result.errors.components(separatedBy: "It is broken.").count == 3, "\(result.errors)")
    }

    @Test func `a missing first answer ends the command`() throws {
        proxy.breakAnswers(to: "sync", by: .error)
        let error = #expect(throws: CommandLineError.self) { try events() }
        #expect(error?.message.contains("It is broken.") == true && error?.status == 1)
    }

    @Test(arguments: [
        ["features", "--watch"], ["features", "--watch", "--json"], ["timeline", "--follow"], ["logs", "--follow"],
    ])
    func `a command that cannot begin to follow fails`(command: [String]) async throws {
        let method = command[0] == "features" ? "list" : "sync"
        proxy.breakAnswers(to: method, by: .error)
        let result = try await GalleryCommandLine.run(command + ["--attach", proxy.path])
        #expect(result.status == 1 && result.errors.contains("It is broken."), "\(result)")
        #expect(!result.output.contains("Guide"))
    }
}
