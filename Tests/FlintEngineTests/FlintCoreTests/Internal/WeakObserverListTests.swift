import Testing

@testable import FlintCore

private protocol Listener: AnyObject {
    func receive(_ text: String)
}

private final class Recorder: Listener, @unchecked Sendable {
    let log: Log
    let name: String
    var onReceive: () -> Void = {}

    init(_ name: String, log: Log) {
        self.name = name
        self.log = log
    }

    func receive(_ text: String) {
        log.append("\(name) \(text)")
        onReceive()
    }
}

struct WeakObserverListTests {
    private let list = WeakObserverList<any Listener>()
    private let log = Log()

    @Test func `observers are notified in the order in which they were added`() {
        let recorders = ["one", "two", "three"].map { Recorder($0, log: log) }
        for recorder in recorders { list.add(recorder) }
        list.notify { $0.receive("hello") }
        #expect(log.lines == ["one hello", "two hello", "three hello"])
    }

    @Test func `an observer added twice is notified once`() {
        let recorder = Recorder("one", log: log)
        list.add(recorder)
        list.add(recorder)
        list.notify { $0.receive("hello") }
        #expect(log.lines == ["one hello"])
        list.remove(recorder)
        #expect(list.count == 0)
    }

    @Test func `released observers are removed`() {
        let stays = Recorder("stays", log: log)
        list.add(stays)
        for index in 0..<100 { list.add(Recorder("\(index)", log: log)) }
        #expect(list.count == 1)
        list.notify { $0.receive("hello") }
        #expect(log.lines == ["stays hello"])
    }

    @Test func `observers can add and remove observers while they are notified`() {
        let first = Recorder("first", log: log)
        let second = Recorder("second", log: log)
        let third = Recorder("third", log: log)
        let list = list
        first.onReceive = {
            list.remove(second)
            list.add(third)
        }
        list.add(first)
        list.add(second)
        list.notify { $0.receive("a") }
        list.notify { $0.receive("b") }
        #expect(log.lines == ["first a", "second a", "first b", "third b"])
    }

    @Test func `an observer list can be used concurrently`() async {
        let recorders = (0..<50).map { Recorder("\($0)", log: log) }
        let list = list
        await withTaskGroup { group in
            for recorder in recorders {
                group.addTask { list.add(recorder) }
                group.addTask { list.notify { $0.receive("hello") } }
            }
        }
        #expect(list.count == 50)
    }
}
