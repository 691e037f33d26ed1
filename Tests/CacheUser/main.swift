import Glibc
import Imaging
import Kernel
import Renditions
import TestSupport

// A process that uses a cache of renditions, for tests with several of them.
//
//     cache-user DIRECTORY LIMIT mix SEED COUNT     keeps and finds by chance, a dot for each on standard output
//     cache-user DIRECTORY LIMIT keep NUMBER
//     cache-user DIRECTORY LIMIT find NUMBER        says whether it was found

let words = CommandLine.arguments
guard words.count >= 5, let limit = Int64(words[2]), let number = Int(words[4]) else { exit(64) }
guard let cache = try? RenditionCache(directory: words[1], limit: limit) else { exit(77) }

switch words[3] {
case "keep": cache.keep(SamplePicture.picture(number), SamplePicture.content(number), .init())
case "find":
    let found = cache.find(SamplePicture.content(number), .init())
    let isRight = found.map { $0.encoded == SamplePicture.bytes(number) }
    print(isRight.map { $0 ? "found" : "another" } ?? "none")
case "mix":
    var random = SplitMix(state: UInt64(number))
    for _ in 0..<(Int(words[5]) ?? 0) {
        let number = Int.random(in: 0..<400, using: &random)
        let content = SamplePicture.content(number)
        if Int.random(in: 0..<3, using: &random) == 0 {
            cache.keep(SamplePicture.picture(number), content, .init())
        } else if let found = cache.find(content, .init()) {
            guard found.encoded == SamplePicture.bytes(number) else {
                print("\n\(number) is another's picture")
                exit(1)
            }
        }
        putchar(46)
        fflush(nil)
    }
default: exit(64)
}

/// A picture for each number, which is the same in all processes.
enum SamplePicture {
    static func content(_ number: Int) -> ContentKey {
        ContentKey(size: Int64(number), modified: 1, fingerprint: 2)
    }

    static func bytes(_ number: Int) -> [UInt8] {
        var random = SplitMix(state: UInt64(number))
        return (0..<1_000 + number * 50).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    static func picture(_ number: Int) -> Picture {
        var picture = Picture(width: 1, height: 1, sourceWidth: 2, sourceHeight: 2)
        (picture.encoded, picture.format) = (bytes(number), .jpeg)
        return picture
    }
}
