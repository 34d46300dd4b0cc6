// SPDX-License-Identifier: MIT

#if os(Linux)
    import CFlintSoak
    import Foundation

    /// The folder of the app's state files, on a disk that a soak can fill.
    ///
    /// The disk is a small file system in memory, which a filler file fills. Where the user cannot mount one, a limit on
    /// the size of files stands in for the full disk: the processes can then create files, but cannot write to them.
    final class SoakDisk {
        /// The size of the disk, which is much larger than the state files.
        private static let size: UInt64 = 16 << 20

        let folder: URL
        private let isMounted: Bool
        private var filler: Int32 = -1
        private(set) var isFull = false
        /// The number of times that the disk has been full.
        private(set) var count = 0

        init(folder: URL) {
            self.folder = folder
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            isMounted = soak_mount(folder.path, Self.size)
            // The first write beyond a limit would otherwise end a process. The children inherit this.
            signal(SIGXFSZ, SIG_IGN)
        }

        var method: String { isMounted ? "a full file system in memory" : "a limit on the size of files" }

        /// Fills the disk, including space that has become free since the last call.
        func fill(for processes: [PseudoTerminal]) {
            if !isFull {
                soak_set(soak_is_disk_full, 1)
                isFull = true
                count += 1
            }
            guard isMounted else {
                for terminal in processes where terminal.isRunning { soak_limit_files(terminal.process, 0) }
                return
            }
            if filler < 0 { filler = open(folder.path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
            let block = [UInt8](repeating: 0, count: 4_096)
            while write(filler, block, block.count) > 0 {}
        }

        func empty(for processes: [PseudoTerminal]) {
            isFull = false
            if isMounted {
                close(filler)
                filler = -1
                unlink(folder.path + "/filler")
            } else {
                for terminal in processes where terminal.isRunning { soak_limit_files(terminal.process, .max) }
            }
            soak_set(soak_is_disk_full, 0)
        }

        func unmount() {
            if isMounted { soak_unmount(folder.path) }
        }

        /// Starts a process, which cannot write either while the disk is full.
        func start(_ arguments: [String], environment: [String]) -> PseudoTerminal? {
            let isLimited = isFull && !isMounted
            if isLimited { soak_limit_files(0, 0) }
            defer { if isLimited { soak_limit_files(0, .max) } }
            return PseudoTerminal(arguments, environment: environment)
        }
    }
#endif
