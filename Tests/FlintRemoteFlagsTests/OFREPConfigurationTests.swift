#if RemoteFlags
    import FlintRemoteFlags
    import Foundation
    import Testing

    struct OFREPConfigurationTests {
        private func reason(
            _ address: String, _ change: (inout OFREPConfiguration) -> Void = { _ in }
        ) throws -> OFREPConfigurationError.Reason? {
            var configuration = OFREPConfiguration(baseURL: try #require(URL(string: address)))
            change(&configuration)
            do {
                _ = try OFREPFlagSource(configuration)
                return nil
            } catch {
                return error.reason
            }
        }

        @Test func `an address must use HTTPS`() throws {
            #expect(try reason("https://flags.example.com/team") == nil)
            #expect(try reason("http://flags.example.com") == .plainHTTP)
            #expect(try reason("http://flags.example.com") { $0.allowsPlainHTTP = true } == nil)
            for address in [
                "ftp://flags.example.com", "flags.example.com", "https://", "https://a.example?x=1", "file:///etc",
            ] {
                #expect(try reason(address) == .invalidAddress)
            }
        }

        @Test func `an address with credentials is refused`() throws {
            let reason = try #require(try reason("https://ada:s3cret@flags.example.com"))
            #expect(reason == .credentialsInAddress)
            #expect(!OFREPConfigurationError(reason).description.contains("s3cret"))
            let configuration = OFREPConfiguration(
                baseURL: try #require(URL(string: "https://ada:s3cret@flags.example.com?key=s3cret#s3cret")))
            #expect(!configuration.description.contains("s3cret"))
        }

        @Test func `headers and tokens cannot inject other headers`() throws {
            let address = "https://flags.example.com"
            #expect(try reason(address) { $0.headers = ["X-A": "b\r\nX-C: d"] } == .invalidHeader(name: "X-A"))
            #expect(try reason(address) { $0.headers = ["X A": "b"] } == .invalidHeader(name: "X A"))
            #expect(try reason(address) { $0.headers = ["": "b"] } == .invalidHeader(name: ""))
            #expect(try reason(address) { $0.bearerToken = "abc\n" } == .invalidToken)
            #expect(try reason(address) { $0.bearerToken = "" } == .invalidToken)
        }

        @Test func `a context that JSON cannot represent is refused`() throws {
            #expect(
                try reason("https://flags.example.com") { $0.context.attributes = ["x": .number(.infinity)] }
                    == .invalidContext)
        }

        @Test func `every error has a detailed description`() {
            let reasons: [OFREPConfigurationError.Reason] = [
                .invalidAddress, .credentialsInAddress, .plainHTTP, .invalidHeader(name: "X"), .invalidToken,
                .invalidContext,
            ]
            let errors = reasons.map(OFREPConfigurationError.init)
            for error in errors { #expect(error.description.count > 40) }
            #expect(Set(errors.map(\.description)).count == errors.count)
        }
    }
#endif
