/// Why a feed could not be used: which file, which item, what is wrong and what to do.
struct FeedError: Error, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    let file: String
    /// The item the problem is in, counted from one; `nil` if it is the feed itself.
    let item: Int?
    /// What is wrong, as a sentence.
    let problem: String
    /// What to do about it, as a sentence.
    let advice: String

    /// Creates an error about a file or one of its items.
    init(file: String, item: Int? = nil, problem: String, advice: String) {
        self.file = file
        self.item = item
        self.problem = problem
        self.advice = advice
    }

    /// Where, what and what to do, in one line.
    var description: String {
        let place = item.map { ", item \($0)" } ?? ""
        return "\(file)\(place): \(problem) \(advice)"
    }
}
