// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintCore
    import FlintFoundation

    /// A flag server's response, which contains the evaluations of all flags.
    ///
    /// The response is not trusted: long strings are truncated, excess entries are dropped, and a malformed entry
    /// affects only its own flag.
    struct OFREPAnswer: Sendable {
        static let maximumFlags = 10_000
        static let maximumMetadata = 32
        static let maximumStreams = 8

        var evaluations: [FeatureKey: FlagEvaluation] = [:]
        var streams: [EventStreamAddress] = []
        var warnings: [String] = []

        /// Decodes a JSON object with an array named `flags`, or throws an error with the code `PARSE_ERROR`.
        ///
        /// If `streamBase` is `nil`, event streams are ignored.
        init(
            _ body: Data, address: String, text: ServerTextSanitizer, streamBase: EventStreamBase? = nil
        ) throws(FetchFailure) {
            let content: Content
            do {
                content = try JSONDecoder().decode(Content.self, from: body, within: .flagAnswer(bytes: body.count))
            } catch let error as JSONScanError {
                throw FetchFailure(
                    .parseError,
                    "The response of the flag server \(address) cannot be used. \(error.message) Check the base URL.")
            } catch {
                throw FetchFailure(
                    .parseError,
                    "The flag server \(address) sent a response that is not a list of flags. Check the base URL.")
            }
            var nameless = 0
            for flag in content.flags {
                guard let key = flag.key, !key.isEmpty, key.utf8.count <= ServerTextSanitizer.longestKey else {
                    nameless += 1
                    continue
                }
                // If a flag occurs more than once, the first occurrence counts.
                let feature = FeatureKey(rawValue: text.redacted(key))
                if evaluations[feature] == nil { evaluations[feature] = flag.evaluation(text) }
            }
            if nameless > 0 {
                warnings.append("The flag server sent \(nameless) flags with an invalid name; they are ignored.")
            }
            if content.isCut {
                warnings.append("The flag server sent more than \(Self.maximumFlags) flags; the rest is ignored.")
            }
            if let streamBase { addStreams(content.streams, base: streamBase) }
        }
    }

    extension OFREPAnswer {
        private mutating func addStreams(_ found: [EventStream], base: EventStreamBase) {
            // A later version of the protocol may add types of streams.
            let known = found.filter { $0.type == "sse" }
            for stream in known {
                guard let address = base.address(of: stream), !streams.contains(address),
                    streams.count < Self.maximumStreams
                else { continue }
                streams.append(address)
            }
            if streams.isEmpty, !known.isEmpty {
                warnings.append(
                    "The flag server sent no event stream with a usable address; changes are not announced.")
            }
        }
    }

    private struct Content: Decodable {
        var flags: [Flag] = []
        var isCut = false
        var streams: [EventStream] = []

        private enum CodingKeys: CodingKey {
            case flags, eventStreams
        }

        init(from decoder: any Decoder) throws {
            let content = try decoder.container(keyedBy: CodingKeys.self)
            // A malformed list of streams must not invalidate the flags.
            streams = (try? content.decodeIfPresent([EventStream].self, forKey: .eventStreams)) ?? []
            var list = try content.nestedUnkeyedContainer(forKey: .flags)
            while !list.isAtEnd {
                if flags.count == OFREPAnswer.maximumFlags {
                    // The rest is not decoded, which limits the time and the memory.
                    isCut = true
                    return
                }
                flags.append(try list.decode(Flag.self))
            }
        }
    }

    /// A flag in the server's response; missing and malformed fields are `nil`.
    private struct Flag: Decodable {
        var key: String?
        var value: ContextValue?
        var reason: String?
        var variant: String?
        var metadata: [String: ContextValue] = [:]
        var errorCode: String?
        var errorDetails: String?

        private enum CodingKeys: CodingKey {
            case key, value, reason, variant, metadata, errorCode, errorDetails
        }

        init(from decoder: any Decoder) throws {
            // Decoding never fails, so that a malformed entry does not affect the other flags.
            guard let flag = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            key = try? flag.decodeIfPresent(String.self, forKey: .key)
            value = try? flag.decodeIfPresent(ContextValue.self, forKey: .value)
            reason = try? flag.decodeIfPresent(String.self, forKey: .reason)
            variant = try? flag.decodeIfPresent(String.self, forKey: .variant)
            metadata = (try? flag.decodeIfPresent([String: ContextValue].self, forKey: .metadata)) ?? [:]
            errorCode = try? flag.decodeIfPresent(String.self, forKey: .errorCode)
            errorDetails = try? flag.decodeIfPresent(String.self, forKey: .errorDetails)
        }

        func evaluation(_ text: ServerTextSanitizer) -> FlagEvaluation {
            var kept: [String: String] = [:]
            // The entries are sorted, so that every request keeps the same ones.
            for (name, value) in metadata.sorted(by: { $0.key < $1.key }) where kept.count < OFREPAnswer.maximumMetadata
            {
                if let value = value.scalarText { kept[text.word(name)] = text.word(value) }
            }
            var evaluation: FlagEvaluation
            if let errorCode {
                evaluation = FlagEvaluation(
                    errorCode: FlagErrorCode(rawValue: text.word(errorCode)), message: errorDetails.map(text.sentence),
                    metadata: kept)
            } else if case .bool(let value) = value {
                evaluation = FlagEvaluation(
                    value: value, reason: reason.map { FlagReason(rawValue: text.word($0)) } ?? .unknown, metadata: kept
                )
            } else if let value {
                evaluation = FlagEvaluation(
                    errorCode: .typeMismatch, message: "The flag's value is \(value.kind), not true or false.",
                    metadata: kept)
            } else {
                // A server that lists a flag without a value defers to the app's default.
                evaluation = FlagEvaluation(value: false, reason: .default, metadata: kept)
                evaluation.value = nil
            }
            evaluation.variant = variant.map(text.word)
            return evaluation
        }
    }

    extension ContextValue {
        var scalarText: String? {
            switch self {
            case .bool(let value): "\(value)"
            case .integer(let value): "\(value)"
            case .number(let value): "\(value)"
            case .string(let value): value
            case .list, .object: nil
            }
        }

        fileprivate var kind: String {
            switch self {
            case .bool: "a Boolean"
            case .integer, .number: "a number"
            case .string: "a string"
            case .list: "a list"
            case .object: "an object"
            }
        }
    }
#endif
