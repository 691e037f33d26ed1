internal import Logging

/// Has what the indexer logs stand in the diary.
struct DiaryLog: LogHandler {
    // A simulation has one thread, and nothing of it leaves that.
    nonisolated(unsafe) private let diary: SimulationDiary
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.debug

    init(_ diary: SimulationDiary) {
        self.diary = diary
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        diary.note("says \(event.message) \(facts)")
    }
}
