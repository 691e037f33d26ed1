import Foundation
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Edits that cannot be made, and what is left of them: nothing.
    @Suite struct EditingRefusalTests {
        private typealias Scene = EditingScene

        enum Fault: CaseIterable, Sendable {
            case noAdjustments, emptyAdjustments, noFormat, tooMuch, noFile, noPicture, film
            case otherAsset, noOriginal, gone, offline, nobody

            var code: PHPhotosError.Code {
                switch self {
                case .tooMuch: .limitExceeded
                case .otherAsset: .requestNotSupportedForAsset
                case .noOriginal: .missingResource
                case .gone, .nobody: .identifierNotFound
                case .offline: .libraryVolumeOffline
                default: .invalidResource
                }
            }

            var adjustments: PHAdjustmentData? {
                func data(_ identifier: String, _ count: Int) -> PHAdjustmentData {
                    PHAdjustmentData(
                        formatIdentifier: identifier,
                        formatVersion: "1",
                        data: Data(repeating: 1, count: count)
                    )
                }
                return switch self {
                case .noAdjustments: nil
                case .emptyAdjustments: data("com.example", 0)
                case .noFormat: data("", 1)
                case .tooMuch: data("com.example", (2 << 20) + 1)
                default: data("com.example", 1)
                }
            }

            var rendered: [UInt8]? {
                switch self {
                case .noFile: nil
                case .noPicture: Array("no picture".utf8)
                case .film: Sample.film(samples: 30)
                default: Sample.jpeg(20, 10)
                }
            }
        }

        @Test(arguments: Fault.allCases)
        func `an edit that cannot be made changes nothing`(_ fault: Fault) async throws {
            let scene = try Scene(["a.jpg": Scene.original(1), "b.jpg": Scene.original(2)])
            let all = try [scene.asset("a.jpg"), scene.asset("b.jpg")]
            let input = try await scene.input(all[0])
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = fault.adjustments
            try fault.rendered.map { try Data($0).write(to: output.renderedContentURL) }
            let manager = FileManager.default
            let file = scene.library.photos.appendingPathComponent("a.jpg")
            switch fault {
            case .noOriginal: try manager.removeItem(at: file)
            case .gone:
                try manager.removeItem(at: file)
                try scene.library.run(["index"])
            case .offline:
                let elsewhere = scene.library.folder.appendingPathComponent("elsewhere")
                try manager.moveItem(at: scene.library.photos, to: elsewhere)
            default: break
            }
            let before = scene.library.files("")
            let asset = fault == .otherAsset ? all[1] : fault == .nobody ? PHAsset() : all[0]
            do {
                try await scene.commit(output, to: asset)
                Issue.record("the edit was made")
            } catch let error as PHPhotosError {
                #expect(error.code == fault.code, "\(error.localizedDescription)")
            }
            #expect(scene.library.files("") == before)
        }

        @Test
        func `in a read-only library nothing is edited`() async throws {
            let scene = try Scene(["a.jpg": Scene.original()], readOnly: true)
            let asset = try scene.asset("a.jpg")
            #expect(!asset.canPerform(.content))
            for isEdit in [true, false] {
                do {
                    if isEdit {
                        try await scene.edit("a.jpg", Sample.jpeg(20, 10), "so")
                    } else {
                        try await scene.revert("a.jpg")
                    }
                    Issue.record("the library was changed")
                } catch PHPhotosError.accessRestricted {
                }
            }
            #expect(scene.library.files() == ["a.jpg"])
        }

        @Test
        func `there is no input of what is not there, and none after the request is cancelled`()
            async throws
        {
            let scene = try Scene(["a.jpg": Scene.original()])
            let asset = try scene.asset("a.jpg")
            try FileManager.default.removeItem(
                at: scene.library.photos.appendingPathComponent("a.jpg")
            )
            await #expect(throws: PHPhotosError.self) { try await scene.input(asset) }
            await #expect(throws: PHPhotosError.self) { try await scene.input(PHAsset()) }

            try Data(Scene.original()).write(
                to: scene.library.photos.appendingPathComponent("a.jpg")
            )
            try scene.library.run(["index"])
            try await scene.edit("a.jpg", Sample.jpeg(20, 10), "so")
            let edited = try scene.asset("a.jpg")
            let goOn = DispatchSemaphore(value: 0)
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { _ in
                #expect(goOn.wait(timeout: .now() + Patience.seconds) == .success)
                return true
            }
            let isCancelled: Bool = await withCheckedContinuation { continuation in
                let request = edited.requestContentEditingInput(with: options) { input, info in
                    let isCancelled = info[PHContentEditingInputCancelledKey] as? Bool == true
                    continuation.resume(returning: isCancelled && input == nil)
                }
                edited.cancelContentEditingInputRequest(request)
                goOn.signal()
            }
            #expect(isCancelled)
        }
    }
}
