import Glibc
import Testing

@testable import FolderWatch

struct WatchEventMeaningTests {
    private static let name = Array("a.jpg".utf8)
    private static let directory = Int(IN_ISDIR)

    static let cases: [(watch: Int32, mask: Int, name: [UInt8], meaning: WatchEventMeaning)] = [
        (-1, Int(IN_Q_OVERFLOW), [], .overflow),
        (-1, 0, [], .overflow),
        (3, Int(IN_Q_OVERFLOW), [], .overflow),
        (3, Int(IN_IGNORED), [], .watchEnded),
        (3, Int(IN_UNMOUNT), [], .directoryMoved),
        (3, Int(IN_DELETE_SELF), [], .directoryMoved),
        (3, Int(IN_MOVE_SELF), [], .directoryMoved),
        (3, Int(IN_CREATE), name, .fileCreated),
        (3, Int(IN_CREATE) | directory, name, .nameChanged),
        (3, Int(IN_CLOSE_WRITE), name, .nameChanged),
        (3, Int(IN_MOVED_FROM) | directory, name, .nameChanged),
        (3, Int(IN_MOVED_TO), name, .nameChanged),
        (3, Int(IN_DELETE), name, .nameChanged),
        (3, Int(IN_ATTRIB), name, .nameChanged),
        (3, Int(IN_ATTRIB) | directory, [], .nothing),
    ]

    @Test(arguments: cases.indices)
    func `an event means one thing`(_ index: Int) {
        let (watch, mask, name, meaning) = Self.cases[index]
        let event = WatchEvent(watch: watch, mask: UInt32(mask), name: name)
        #expect(WatchEventMeaning(event) == meaning)
    }
}
