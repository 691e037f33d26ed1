import Testing

@testable import Catalogue

struct WriterPositionTests {
    private typealias Position = WriterPosition

    @Test
    func `numbers follow one another and count as committed when they are`() {
        var position = Position(7)
        #expect(position.next() == 8)
        position.skip(3)
        #expect(position.sequence == 11 && position.committed == 7 && position.hasChanges)
        let hadChanges = position.markCommitted()
        #expect(hadChanges && position.committed == 11 && !position.hasChanges)
        let hadMore = position.markCommitted()
        #expect(!hadMore)
    }

    @Test
    func `everything is read at first, and then only what others wrote`() {
        var position = Position(7)
        #expect(position.catchUp(with: 7) == .everything)
        #expect(position.catchUp(with: 7) == .nothing)
        #expect(position.catchUp(with: 9) == .since(7))
        #expect(position.sequence == 9 && position.committed == 9)
        #expect(position.catchUp(with: 9) == .nothing)
    }

    @Test
    func `own commits do not count as read, for others write rows without a number`() {
        var position = Position(7)
        _ = position.catchUp(with: 7)
        _ = position.next()
        _ = position.markCommitted()
        #expect(position.catchUp(with: 8) == .nothing)
        #expect(position.catchUp(with: 10) == .since(7))
    }

    @Test
    func `what may be ahead of the file is read anew, though nobody committed`() {
        var position = Position(7)
        _ = position.catchUp(with: 7)
        _ = position.next()
        position.markStale()
        #expect(position.catchUp(with: 7) == .everything)
        #expect(position.sequence == 7)
        #expect(position.takeForeign() == nil)
    }

    @Test
    func `what others committed is handed out once, from the first of it to the last`() {
        var position = Position(7)
        // What was there when the catalogue was opened is no news.
        _ = position.catchUp(with: 9)
        #expect(position.takeForeign() == nil)
        _ = position.catchUp(with: 11)
        position.markStale()
        _ = position.catchUp(with: 12)
        #expect(position.takeForeign() == Position.Stretch(after: 9, through: 12))
        #expect(position.takeForeign() == nil)
    }
}
