import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// Files that ask for a lot of memory or time: each is a picture or a reason, and the imager lives.
struct PictureBombTests {
    @Test(arguments: Effort.part(8, of: Bombs.all))
    func `a bomb costs no imager`(_ bomb: Bomb) throws {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID())-\(bomb.name)"
        try bomb.write(to: path)
        defer { unlink(path) }
        let studio = Studio()
        for subject in [RenditionRequest.Subject.picture, .embedded] {
            let outcome = studio.make(path) { request in
                (request.subject, request.width, request.height) = (subject, 256, 256)
            }
            switch outcome {
            case .made: break
            case .failed(let reason): #expect(!reason.isEmpty)
            default: Issue.record("\(subject): \(outcome)")
            }
        }
    }
}
