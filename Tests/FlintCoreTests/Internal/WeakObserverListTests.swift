import Testing

@testable import FlintCore

private protocol Listener: AnyObject {
    func hear(_ word: String)
}

private final class Recorder: Listener, @unchecked Sendable {
    let log: Log
    let name: String
    var onHear: () -> Void = {}

    init(_ name: String, log: Log) {
        self.name = name
        self.log = log
    }

    func hear(_ word: String) {
        log.append("\(name) \(word)")
        onHear()
    }
}

struct WeakObserverListTests {
    private let list = WeakObserverList<any Listener>()
    private let log = Log()

    @Test func tellsObserversInTheOrderInWhichTheyCame() {
        let recorders = ["one", "two", "three"].map { Recorder($0, log: log) }
        for recorder in recorders { list.add(recorder) }
        list.notify { $0.hear("hello") }
        #expect(log.lines == ["one hello", "two hello", "three hello"])
    }

    @Test func anObserverAddedTwiceIsToldOnce() {
        let recorder = Recorder("one", log: log)
        list.add(recorder)
        list.add(recorder)
        list.notify { $0.hear("hello") }
        #expect(log.lines == ["one hello"])
        list.remove(recorder)
        #expect(list.count == 0)
    }

    @Test func observersThatHaveGoneLeaveNothingBehind() {
        let stays = Recorder("stays", log: log)
        list.add(stays)
        for index in 0..<100 { list.add(Recorder("\(index)", log: log)) }
        #expect(list.count == 1)
        list.notify { $0.hear("hello") }
        #expect(log.lines == ["stays hello"])
    }

    @Test func observersMayAddAndRemoveObserversWhenTold() {
        let first = Recorder("first", log: log)
        let second = Recorder("second", log: log)
        let third = Recorder("third", log: log)
        let list = list
        first.onHear = {
            list.remove(second)
            list.add(third)
        }
        list.add(first)
        list.add(second)
        list.notify { $0.hear("a") }
        list.notify { $0.hear("b") }
        #expect(log.lines == ["first a", "second a", "first b", "third b"])
    }

    @Test func canBeUsedFromManyThreadsAtOnce() async {
        let recorders = (0..<50).map { Recorder("\($0)", log: log) }
        let list = list
        await withTaskGroup { group in
            for recorder in recorders {
                group.addTask { list.add(recorder) }
                group.addTask { list.notify { $0.hear("hello") } }
            }
        }
        #expect(list.count == 50)
    }
}
