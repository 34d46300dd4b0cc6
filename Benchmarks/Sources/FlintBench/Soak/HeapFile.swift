// SPDX-License-Identifier: MIT

import CFlintAllocations
import Dispatch
import Foundation

/// A file in which a process of a soak reports its heap usage.
///
/// Only the process itself can measure the heap that is in use. Unlike the system's figures, this number does not
/// depend on the memory that the allocator keeps for later. The soak reads the file.
enum HeapFile {
    @MainActor private static var timer: (any DispatchSourceTimer)?

    /// Starts writing this process's file every second from the main queue.
    ///
    /// - Parameter path: A file in the folder in which the heap file is created.
    @MainActor
    static func write(beside path: String) {
        let path = self.path(of: getpid(), beside: path)
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            try? Data("\(heap_bytes_in_use())".utf8).write(to: URL(filePath: path), options: .atomic)
        }
        timer.resume()
        self.timer = timer
    }

    /// Returns the kilobytes of heap that a process has in use, or 0 if the process has not reported them yet.
    static func kilobytes(of process: pid_t, beside path: String) -> Double {
        let text = try? String(contentsOfFile: self.path(of: process, beside: path), encoding: .utf8)
        return (text.flatMap(Double.init) ?? 0) / 1_024
    }

    private static func path(of process: pid_t, beside path: String) -> String {
        path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/heap-\(process)"
    }
}
