import Foundation
import TestSupport

/// What a failing disk does to a file of pages, by a seed.
enum Damage: CaseIterable {
    case flippedBytes, zeroedPages, randomPages, swappedPages, cut, firstPage, listOfTables

    static let page = 4_096

    func strike(_ file: inout [UInt8], _ generator: inout SplitMix) {
        let pages = file.count / Self.page
        func range(_ page: Int) -> Range<Int> { page * Self.page..<(page + 1) * Self.page }
        let few = Int.random(in: 1...6, using: &generator)
        let struck = (0..<few).map { _ in Int.random(in: 0..<pages, using: &generator) }
        switch self {
        case .flippedBytes:
            for _ in 0..<few * 8 {
                let place = Int.random(in: 0..<file.count, using: &generator)
                file[place] = UInt8.random(in: 0...255, using: &generator)
            }
        case .zeroedPages:
            for page in struck {
                file.replaceSubrange(range(page), with: repeatElement(0, count: Self.page))
            }
        case .randomPages:
            for page in struck {
                let noise = range(page).map { _ in UInt8.random(in: 0...255, using: &generator) }
                file.replaceSubrange(range(page), with: noise)
            }
        case .swappedPages:
            for page in struck {
                let other = Int.random(in: 0..<pages, using: &generator)
                let bytes = Array(file[range(page)])
                file.replaceSubrange(range(page), with: Array(file[range(other)]))
                file.replaceSubrange(range(other), with: bytes)
            }
        case .cut: file.removeLast(Int.random(in: 1..<file.count, using: &generator))
        case .firstPage:
            for place in 0..<100 { file[place] = UInt8.random(in: 0...255, using: &generator) }
        case .listOfTables:
            let list = (1..<pages).filter { page in
                file[page * Self.page] == 13
                    && Data(file[range(page)]).range(of: Data("CREATE TABLE".utf8)) != nil
            }
            for _ in 0..<few * 2 {
                let page = list.randomElement(using: &generator) ?? 0
                // More often where its rows begin and where they are said to.
                let place = Int.random(in: 0..<Self.page, using: &generator)
                let header = Int.random(in: 0..<64, using: &generator)
                let byte = page * Self.page + (Bool.random(using: &generator) ? place : header)
                file[byte] = UInt8.random(in: 0...255, using: &generator)
            }
        }
    }
}
