#if RemoteFlags
    import Foundation
    import Testing

    @testable import FlintRemoteFlags

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

        // MARK: Environment

        private func reason(_ environment: [String: String]) -> OFREPConfigurationError.Reason? {
            do {
                _ = try OFREPConfiguration(environment: environment)
                return nil
            } catch {
                return error.reason
            }
        }

        @Test func `the environment supplies the address, the headers, and the timeout`() throws {
            let configuration = try OFREPConfiguration(
                environment: [
                    "OFREP_ENDPOINT": "https://flags.example.com/team",
                    "OFREP_HEADERS": "X-Team=a, Authorization = Bearer abc== ,", "OFREP_TIMEOUT_MS": "2500",
                ], context: EvaluationContext(targetingKey: "ada"))
            #expect(configuration.baseURL.absoluteString == "https://flags.example.com/team")
            #expect(configuration.headers == ["X-Team": "a", "Authorization": "Bearer abc=="])
            #expect(configuration.timeout == 2.5)
            #expect(configuration.context.targetingKey == "ada")
        }

        @Test func `the app's values take precedence over the environment`() throws {
            let url = try #require(URL(string: "https://own.example.com"))
            let configuration = try OFREPConfiguration(
                environment: ["OFREP_ENDPOINT": "nonsense", "OFREP_HEADERS": "nonsense", "OFREP_TIMEOUT_MS": "x"],
                baseURL: url, headers: ["X-Own": "b"], timeout: 3)
            #expect(configuration.baseURL == url)
            #expect(configuration.headers == ["X-Own": "b"])
            #expect(configuration.timeout == 3)
        }

        @Test func `a malformed variable is refused, and the error does not contain its value`() {
            let endpoint = ["OFREP_ENDPOINT": "https://flags.example.com"]
            #expect(reason(endpoint) == nil)
            #expect(reason([:]) == .missingEndpoint)
            #expect(reason(["OFREP_ENDPOINT": " "]) == .missingEndpoint)
            #expect(reason(["OFREP_ENDPOINT": "flags.example.com"]) == .invalidAddress)
            for text in ["0", "-1", "1.5", "soon", "86400001", "99999999999999999999"] {
                #expect(reason(endpoint.merging(["OFREP_TIMEOUT_MS": text]) { $1 }) == .invalidTimeout)
            }
            for text in ["X-A=b,t0p-secret", "X-A=b,t0p secret=x", "X-A=b,=t0p-secret", "X-A=b,X-B=t0p\nsecret"] {
                let reason = reason(endpoint.merging(["OFREP_HEADERS": text]) { $1 })
                #expect(reason == .invalidHeaderEntry(number: 2))
                #expect(reason.map { OFREPConfigurationError($0).description.contains("t0p") } == false)
            }
        }

        @Test func `header values from the environment are never shown`() throws {
            let configuration = try OFREPConfiguration(
                environment: [
                    "OFREP_ENDPOINT": "https://flags.example.com", "OFREP_HEADERS": "Authorization=Bearer t0p-secret",
                ])
            var shown = "\(configuration) \(String(reflecting: configuration))"
            dump(configuration, to: &shown)
            #expect(!shown.contains("t0p-secret"))
            // A server may repeat only the token.
            #expect(configuration.secrets == ["Bearer t0p-secret", "t0p-secret"])
        }

        @Test func `every error has a detailed description`() {
            let reasons: [OFREPConfigurationError.Reason] = [
                .invalidAddress, .credentialsInAddress, .plainHTTP, .invalidHeader(name: "X"), .invalidToken,
                .invalidContext, .missingEndpoint, .invalidHeaderEntry(number: 2), .invalidTimeout,
            ]
            let errors = reasons.map(OFREPConfigurationError.init)
            for error in errors { #expect(error.description.count > 40) }
            #expect(Set(errors.map(\.description)).count == errors.count)
        }
    }
#endif
