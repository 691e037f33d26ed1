import Catalogue
import MediaMetadata
import Testing

@testable import Indexing

@Suite struct BurstKeyTests {
    private static func key(_ mark: BurstMark, in directory: Int64) -> String? {
        let observation = Observation(
            location: FileLocation(directory, Array("a.jpg".utf8)),
            in: followedDirectory(directory),
            stat: fileStat(inode: 1)
        )
        observation.metadata = FileMetadata()
        observation.metadata?.burst = mark
        return AssetRecord(observation, at: 0)?.burstKey
    }

    @Test(arguments: [
        (BurstMark(identifier: "B", basis: .apple, isPrimary: false), true),
        (BurstMark(identifier: "B", basis: .googleCamera, isPrimary: false), true),
        // Two telephones count alike.
        (BurstMark(identifier: "B", basis: .name, isPrimary: false), false),
    ])
    func `a burst that only names tell of is one within a folder`(
        _ mark: BurstMark,
        _ isAcrossFolders: Bool
    ) {
        let (first, second) = (Self.key(mark, in: 1), Self.key(mark, in: 2))
        #expect(first != nil && first == Self.key(mark, in: 1))
        #expect((first == second) == isAcrossFolders)
    }
}
