// SPDX-License-Identifier: MIT

#if os(Linux) || os(Android)
    import FlintLocks
    import Dispatch
    import FlintLibc

    /// The process's inotify instance, which all watches share.
    ///
    /// The number of instances per user is limited, often to 128 for all programs together. Events are read and
    /// forwarded on the main queue.
    final class Inotify: @unchecked Sendable {
        struct Event {
            let mask: UInt32
            /// The name of the affected entry in the directory, or an empty array if the directory itself is affected.
            let name: [UInt8]
        }

        private struct Subscriber {
            weak var watch: DirectoryWatch?
        }

        static let shared = Inotify()

        private let descriptor: Int32
        private let source: any DispatchSourceRead
        private let subscribers = Protected<[Int32: [ObjectIdentifier: Subscriber]]>([:])

        private init?() {
            descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler { [unowned self] in forwardEvents() }
            source.activate()
        }

        /// Starts reporting a directory's events, and returns the watch descriptor or a negative error number.
        func add(_ directory: String, mask: UInt32, for watch: DirectoryWatch) -> Int32 {
            subscribers.withLock { subscribers in
                // Watches of the same directory share a descriptor. `IN_MASK_ADD` keeps the events that the others
                // requested.
                let number = inotify_add_watch(descriptor, directory, mask | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD))
                guard number >= 0 else { return -errno }
                subscribers[number, default: [:]][ObjectIdentifier(watch)] = Subscriber(watch: watch)
                return number
            }
        }

        func remove(_ number: Int32, for watch: DirectoryWatch) {
            subscribers.withLock { subscribers in
                subscribers[number]?[ObjectIdentifier(watch)] = nil
                guard subscribers[number]?.isEmpty == true else { return }
                subscribers[number] = nil
                inotify_rm_watch(descriptor, number)
            }
        }

        private func forwardEvents() {
            var concerned: [ObjectIdentifier: DirectoryWatch] = [:]
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return }
                    var offset = 0
                    while offset < count {
                        let header = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let start = offset + MemoryLayout<inotify_event>.size
                        offset = start + Int(header.len)
                        let name = Array(buffer[start..<offset].prefix { $0 != 0 })
                        for watch in watches(header) {
                            watch.process(Event(mask: header.mask, name: name), of: header.wd)
                            concerned[ObjectIdentifier(watch)] = watch
                        }
                    }
                }
            }
            // Each watch reports once, because its handler usually reads a file.
            for watch in concerned.values { watch.reportChange() }
        }

        private func watches(_ header: inotify_event) -> [DirectoryWatch] {
            subscribers.withLock { subscribers in
                // After an overflow of the kernel's queue, the lost events may have affected any watch.
                if header.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    return subscribers.values.flatMap { $0.values.compactMap(\.watch) }
                }
                return subscribers[header.wd]?.values.compactMap(\.watch) ?? []
            }
        }
    }
#endif
