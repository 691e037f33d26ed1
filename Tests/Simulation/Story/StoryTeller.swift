internal import Foundation
internal import Indexing

/// Carries out the lines of a ``Story``.
final class StoryTeller {
    private let machine: StoryMachine
    private let library: StoryLibrary
    /// What is to be done while a directory is being listed.
    private var waiting: [(directory: SimulatedInode, line: String)] = []
    /// An error of what was done in the middle of something else.
    private var failure: (any Error)?

    init(_ machine: StoryMachine) {
        (self.machine, library) = (machine, StoryLibrary(machine))
    }

    func perform(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        if words[0] == "roots" { return try setRoots(Array(words.dropFirst())) }
        if machine.roots.isEmpty { try setRoots(["/r"]) }
        if line.hasPrefix("known:") { return try compare(line) }
        if line.hasPrefix("while "), words.count > 4 { return try wait(words) }
        if words.count == 3, words[1] == "is" { return try compareState(words[0], words[2]) }
        if try machine.disk.perform(words) { return }
        if let part = StoryMachine.Part(rawValue: words[0]) { return try perform(line, on: part) }
        try performOnParts(line, words)
        if let failure { throw failure }
    }

    /// Has a part wait, or go on.
    private func perform(_ line: String, on part: StoryMachine.Part) throws {
        switch line.dropFirst(part.rawValue.count) {
        case " stalls", " stall": machine.stalled.insert(part)
        case " goes on", " go on": machine.stalled.remove(part)
        default: throw SimulationFault("not understood")
        }
    }

    private func performOnParts(_ line: String, _ words: [String]) throws {
        switch (line, words.last.flatMap { Int($0) }) {
        case ("start", _): try machine.start { _ in }
        case ("start accepting roots", _):
            try machine.start { $0.acceptedRoots = .all }
        case ("kill indexer", _): machine.killIndexer()
        case ("kill watcher", _): machine.killWatcher()
        case ("kill extractors", _): machine.killExtractors()
        case ("lose events", _): machine.loseEvents()
        case ("errors", _): machine.setErrors(true)
        case ("no errors", _): machine.setErrors(false)
        case ("walk", _): machine.requestWalk()
        case ("remember", _): try library.name()
        case ("rest", _):
            try machine.rest()
            try library.checkFeed()
        case (_, let number?) where line.hasPrefix("run "): try machine.run(steps: number)
        case (_, let number?) where line.hasPrefix("wait "):
            try machine.wait(milliseconds: Int64(number))
        default: try setLimits(line, words.last.flatMap { Int($0) })
        }
    }

    private func setLimits(_ line: String, _ number: Int?) throws {
        switch (line, number) {
        case (_, let number?) where line.hasPrefix("watch limit "):
            machine.kernel.watchLimit = number
        case (_, let number?) where line.hasPrefix("spare descriptors "):
            machine.setSpareDescriptors(number)
        case ("enough descriptors", _): machine.setSpareDescriptors(nil)
        default: throw SimulationFault("not understood")
        }
    }

    private func setRoots(_ roots: [String]) throws {
        machine.roots = roots
        for root in roots { try machine.disk.makeDirectory(root) }
    }

    // MARK: In the middle

    /// Has a line wait until a directory is being listed.
    private func wait(_ words: [String]) throws {
        let line = words.dropFirst(4).joined(separator: " ")
        waiting.append((try machine.disk.find(words[1]), line))
        machine.kernel.onCall = { [unowned self] in interfere() }
    }

    private func interfere() {
        let due = waiting.filter { machine.isListing($0.directory) }
        waiting.removeAll { one in due.contains { $0.line == one.line } }
        for (_, line) in due {
            do { try perform(line) } catch { failure = error }
        }
    }

    /// - Throws: ``SimulationFault`` when something has not come about.
    func end() throws {
        if let line = waiting.first?.line {
            throw SimulationFault("the time never came for: \(line)")
        }
        try library.checkConsistency()
    }

    // MARK: What is known

    private func compare(_ line: String) throws {
        let expected = line.dropFirst("known:".count).split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "nothing" }.sorted()
        let found = try library.files()
        guard found != expected else { return }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        throw SimulationFault("known is \(list)")
    }

    private func compareState(_ root: String, _ expected: String) throws {
        let state = try library.state(root)
        if state != expected { throw SimulationFault("it is \(state)") }
    }
}
