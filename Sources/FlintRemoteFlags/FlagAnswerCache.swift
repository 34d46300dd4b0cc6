#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Keeps the last good answers of flag servers in a file, from one run to the next.
    ///
    /// Answers are kept by server and context, so that one user never gets another's, and of the context only a hash is
    /// written.
    struct FlagAnswerCache: Sendable {
        /// How many servers and contexts one file remembers; the one longest unused goes first.
        static let maximumEntries = 8

        /// What is kept of one server and context.
        struct Entry: Sendable, Codable, Equatable {
            /// What the server called this state of its flags.
            var entityTag: String?
            /// When it was given, in seconds since 1970.
            var time: Double
            /// The answers by flag.
            var flags: [String: CachedFlag]

            /// Writes answers down.
            init(_ answers: FlagAnswers) {
                entityTag = answers.entityTag
                time = answers.time.timeIntervalSince1970
                flags = Dictionary(
                    uniqueKeysWithValues: answers.evaluations.map { ($0.key.rawValue, CachedFlag($0.value)) })
            }

            /// What was written down, flag by flag.
            var evaluations: [FeatureKey: FlagEvaluation] {
                Dictionary(uniqueKeysWithValues: flags.map { (FeatureKey(rawValue: $0.key), $0.value.evaluation) })
            }
        }

        /// The whole file.
        struct Content: Sendable, Codable {
            /// What is kept, by server and context.
            var entries: [String: Entry] = [:]
        }

        private let file: StateFile<Content>
        private let name: String

        /// Names a file and what to look for in it.
        ///
        /// - Parameters:
        ///   - path: Where the file is.
        ///   - address: The server.
        ///   - context: The request's body.
        init(path: String, address: String, context: Data) {
            let kind = StateFileKind("flag answers")
            file = StateFile(path: path, kind: kind, empty: Content())
            name = "\(address)#\(Self.hash(context))"
        }

        /// Reads what is kept.
        ///
        /// - Returns: The entry if there is one, and what is wrong with the file if something is.
        func load() -> (entry: Entry?, problem: String?) {
            let loaded = file.load()
            return (loaded.content.entries[name], loaded.problem)
        }

        /// Keeps an entry in place of the one before.
        ///
        /// - Returns: What is wrong with the file, if something is.
        func save(_ entry: Entry) -> String? {
            do {
                try file.update { content in
                    content.entries[name] = entry
                    while content.entries.count > Self.maximumEntries,
                        let oldest = content.entries.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) })
                    {
                        content.entries[oldest.key] = nil
                    }
                }
                return nil
            } catch {
                return error.description
            }
        }

        /// A hash that is the same in every run (FNV-1a with 128 bits).
        private static func hash(_ data: Data) -> String {
            var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
            for byte in data {
                hash ^= UInt128(byte)
                hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
            }
            return String(hash, radix: 16)
        }
    }

    /// A flag's evaluation as it is written to a file.
    struct CachedFlag: Sendable, Codable, Equatable {
        var value: Bool?
        var reason: FlagReason
        var variant: String?
        var errorCode: FlagErrorCode?
        var errorMessage: String?
        var metadata: [String: String]?

        /// Writes an evaluation down.
        init(_ evaluation: FlagEvaluation) {
            value = evaluation.value
            reason = evaluation.reason
            variant = evaluation.variant
            errorCode = evaluation.errorCode
            errorMessage = evaluation.errorMessage
            metadata = evaluation.metadata.isEmpty ? nil : evaluation.metadata
        }

        /// The evaluation that was written down.
        var evaluation: FlagEvaluation {
            var evaluation = FlagEvaluation(value: false, reason: reason, variant: variant, metadata: metadata ?? [:])
            evaluation.value = value
            evaluation.errorCode = errorCode
            evaluation.errorMessage = errorMessage
            return evaluation
        }
    }

    /// The answers of a flag server that are in use, and how far they can be trusted.
    struct FlagAnswers: Sendable {
        /// How far answers can be trusted.
        enum Freshness: Sendable, Equatable {
            /// The server gave or confirmed them when it was asked last.
            case fresh
            /// They are from an earlier run, and the server has not been heard since.
            case cached
            /// The server could not be asked, for a reason.
            case stale(String)
        }

        /// What the server said, flag by flag.
        var evaluations: [FeatureKey: FlagEvaluation]
        /// What the server calls this state of its flags.
        var entityTag: String?
        /// When it was given or confirmed.
        var time: Date
        /// How far it can be trusted.
        var freshness: Freshness

        /// The evaluation of each flag: the values as given, with reasons that reflect their age.
        var presented: [FeatureKey: FlagEvaluation] {
            switch freshness {
            case .fresh: evaluations
            case .cached: presented(as: .cached, message: nil)
            case .stale(let message): presented(as: .stale, message: message)
            }
        }

        private func presented(as reason: FlagReason, message: String?) -> [FeatureKey: FlagEvaluation] {
            evaluations.mapValues { evaluation in
                guard evaluation.value != nil else { return evaluation }
                var evaluation = evaluation
                evaluation.reason = reason
                evaluation.errorMessage = message
                return evaluation
            }
        }
    }
#endif
