import Foundation
import Glibc
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Programs of root on what is another user's.
    @Suite(.enabled(if: geteuid() == 0, "needs another user's files")) struct RootWriterTests {
        @Test(arguments: ["", "/c.sqlite"])
        func `root writes no library of another user's`(owned: String) async throws {
            let library = try FolderLibrary(["x.jpg": Sample.jpeg(40, 30)])
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            chown(library.folder.path + owned, 4_000, 4_000)
            do {
                try await library.shared.performChanges {
                    PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                }
                Issue.record("root deleted what is another user's")
            } catch let error as PHPhotosError {
                #expect(error.code == .accessUserDenied, "\(error)")
            }
            #expect(library.files() == ["x.jpg"])
            #expect(library.files("data") == [])
        }
    }
}
