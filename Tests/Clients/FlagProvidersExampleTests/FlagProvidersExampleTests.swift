#if RemoteFlags && Configuration
    import Foundation
    import Testing

    /// Tests of the example in the article on flags, which `DocumentationTests` compares with the article.
    struct FlagProvidersExampleTests {
        @Test func `a server is asked only in a safe way`() throws {
            #expect(throws: (any Error).self) {
                try flagProviders(
                    server: try #require(URL(string: "http://127.0.0.1:1")), token: "t", user: "ada", cache: "/nowhere")
            }
        }
    }
#endif
