// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintCore
    import FlintFoundation

    /// A file that keeps the last valid evaluations of flag servers between runs.
    ///
    /// Evaluations are stored per server and targeting key, so that a user never gets another user's evaluations. Only
    /// hashes of the key and of the context are stored.
    struct FlagAnswerCache: Sendable {
        /// The maximum number of entries in a file.
        ///
        /// Beyond this number, the entry with the oldest evaluations is removed.
        static let maximumEntries = 8

        struct Entry: Sendable, Codable, Equatable {
            /// The entity tag, or `nil` if the server has event streams.
            ///
            /// Their addresses are secret and not saved, so the next run needs a complete response to find them.
            var entityTag: String?
            /// A hash of the context that the server evaluated, or `nil` in a file of an older version.
            var context: String?
            /// The time at which the server sent or confirmed the evaluations, in seconds since 1970.
            var time: Double
            var flags: [String: CachedFlag]

            init(_ answers: FlagAnswers) {
                entityTag = answers.streams.isEmpty ? answers.entityTag : nil
                time = answers.time.timeIntervalSince1970
                flags = Dictionary(
                    uniqueKeysWithValues: answers.evaluations.map { ($0.key.rawValue, CachedFlag($0.value)) })
            }

            var evaluations: [FeatureKey: FlagEvaluation] {
                Dictionary(uniqueKeysWithValues: flags.map { (FeatureKey(rawValue: $0.key), $0.value.evaluation) })
            }
        }

        struct Content: Sendable, Codable {
            /// The entries by server address and hash of the cache key.
            var entries: [String: Entry] = [:]
        }

        private let file: StateFile<Content>
        private let name: String
        private let context: String

        /// Creates a cache for one server, user, and context.
        ///
        /// The key is the targeting key with its prefix, or the context if it has no targeting key.
        init(path: String, address: String, key: Data, context: Data) {
            let kind = StateFileKind("flag answers")
            file = StateFile(path: path, kind: kind, empty: Content())
            name = "\(address)#\(Self.hash(key))"
            self.context = Self.hash(context)
        }

        func load() -> (entry: Entry?, problem: String?) {
            let loaded = file.load()
            var entry = loaded.content.entries[name]
            // The server would confirm the tag, although its evaluations for this context differ.
            if entry?.context != context { entry?.entityTag = nil }
            return (entry, loaded.problem)
        }

        func save(_ entry: Entry) -> String? {
            var entry = entry
            entry.context = context
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

        private static func hash(_ data: Data) -> String {
            // FNV-1a with 128 bits is stable between runs, unlike `Hasher`. The hash consists of two words, because
            // `UInt128` requires iOS 18.
            var (high, low): (UInt64, UInt64) = (0x6c62_272e_07bb_0142, 0x62b8_2175_6295_c58d)
            for byte in data {
                low ^= UInt64(byte)
                // The prime is 2^88 + 0x13b.
                let product = low.multipliedFullWidth(by: 0x13b)
                high = high &* 0x13b &+ low << 24 &+ product.high
                low = product.low
            }
            let end = String(low, radix: 16)
            return high == 0
                ? end : String(high, radix: 16) + String(repeating: "0", count: 16 - end.count) + end
        }
    }

    struct CachedFlag: Sendable, Codable, Equatable {
        var value: Bool?
        var reason: FlagReason
        var variant: String?
        var errorCode: FlagErrorCode?
        var errorMessage: String?
        var metadata: [String: String]?

        init(_ evaluation: FlagEvaluation) {
            value = evaluation.value
            reason = evaluation.reason
            variant = evaluation.variant
            errorCode = evaluation.errorCode
            errorMessage = evaluation.errorMessage
            metadata = evaluation.metadata.isEmpty ? nil : evaluation.metadata
        }

        var evaluation: FlagEvaluation {
            var evaluation = FlagEvaluation(value: false, reason: reason, variant: variant, metadata: metadata ?? [:])
            evaluation.value = value
            evaluation.errorCode = errorCode
            evaluation.errorMessage = errorMessage
            return evaluation
        }
    }

    struct FlagAnswers: Sendable {
        enum Freshness: Sendable, Equatable {
            /// The server sent or confirmed the evaluations in the last request.
            case fresh
            /// The evaluations are from an earlier run, and no request has ended in this one.
            case cached
            case stale(String)
        }

        var evaluations: [FeatureKey: FlagEvaluation]
        var entityTag: String?
        var streams: [EventStreamAddress] = []
        /// The time at which the server sent or confirmed the evaluations.
        var time: Date
        var freshness: Freshness

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
