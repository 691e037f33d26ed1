import Testing

@testable import Indexing

@Suite struct MissingFilesTests {
    private let missing = MissingFiles()

    @Test func `an asset is due at its first deadline, however often it is missed`() {
        missing.insert(1, until: 100)
        missing.insert(1, until: 900)
        #expect(missing.due(99) == nil)
        #expect(missing.due(100) == [1])
        missing.postpone(1, until: 900)
        #expect(missing.due(899) == nil)
        #expect(missing.nextDeadline == 900)
    }

    @Test func `what turns up is not removed`() {
        missing.insert(1, until: 100)
        missing.insert(2, until: 100)
        missing.found(1)
        #expect(!missing.isMissing(1))
        #expect(missing.due(100) == [2])
        missing.found(2)
        #expect(missing.due(1_000) == nil)
        #expect(missing.hasNoFiles)
    }

    @Test func `directories go when no file is missing, and are tried again when others have gone`()
    {
        missing.directoryGone(5)
        missing.insert(1, until: 100)
        #expect(missing.due(50) == nil)
        missing.found(1)
        #expect(missing.due(50) == [])
        missing.triedRemoval()
        #expect(missing.due(50) == nil)
        missing.directoryGone(7)
        #expect(missing.due(50) == [])
        #expect(missing.goneDirectories == [7, 5])
        missing.directoryFound(7)
        missing.directoryFound(5)
        #expect(missing.due(50) == nil)
    }

    @Test func `nothing is missed of what is out of reach`() {
        for asset: Int64 in 1...4 { missing.insert(asset, until: 0) }
        missing.directoryGone(10)
        missing.directoryGone(11)
        missing.forget(assets: { $0 < 3 }, directories: { $0 == 10 })
        #expect(missing.assets == [3, 4])
        #expect(missing.goneDirectories == [11])
    }
}
