import CAllocations
import Dispatch
import Foundation

/// How much of its heap a process of a soak has in use, which it alone can tell, in a file that the soak reads.
///
/// Unlike what the system counts, it does not depend on how much the allocator keeps for later.
enum HeapFile {
    @MainActor private static var timer: (any DispatchSourceTimer)?

    /// Has the file of this process written every second while its main queue runs.
    ///
    /// - Parameter path: A file in whose folder it is.
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

    /// How many kilobytes a process has in use; 0 if it has not written them yet.
    static func kilobytes(of process: pid_t, beside path: String) -> Double {
        let text = try? String(contentsOfFile: self.path(of: process, beside: path), encoding: .utf8)
        return (text.flatMap(Double.init) ?? 0) / 1_024
    }

    private static func path(of process: pid_t, beside path: String) -> String {
        path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/heap-\(process)"
    }
}
