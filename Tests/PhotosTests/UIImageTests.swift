import Foundation
import Imaging
import Renditions
import Testing

@testable import Photos

extension SharedLibrary {
    /// Images, their pixels and the files that are made of them.
    @Suite final class UIImageTests {
        private let fake = FakePictures()

        deinit {
            PictureMaker.setShared(nil)
        }

        @Test func `a file's bytes become an image, or none`() throws {
            let image = try #require(UIImage(data: Data("4x3".utf8), scale: 2))
            #expect(image.size == CGSize(width: 2, height: 1.5) && image.scale == 2)
            #expect(image.imageOrientation == .up)
            #expect(UIImage(data: Data("nothing".utf8)) == nil)
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("image-\(UUID().uuidString)")
            #expect(UIImage(contentsOfFile: file.path) == nil)
            try Data("8x6".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            #expect(PHImage(contentsOfFile: file.path)?.size == CGSize(width: 8, height: 6))
            #expect(UIImage().size == .zero && UIImage().cgImage == nil)
            #expect(UIImage().pngData() == nil)
        }

        @Test func `what comes from the cache is decoded when its pixels are asked for`() throws {
            var request = RenditionRequest()
            (request.width, request.height) = (8, 6)
            let picture = try #require(FakePictures.picture(request))
            #expect(picture.pixels == nil)
            let image = UIImage(StoredPicture(picture, fake))
            #expect(image.size == CGSize(width: 8, height: 6))
            let pixels = try #require(image.cgImage)
            #expect(pixels.width == 8 && pixels.height == 6 && pixels.bytesPerRow == 32)
            #expect(pixels.bitsPerComponent == 8 && pixels.bitsPerPixel == 32)
            #expect(pixels.alphaInfo == .noneSkipLast)
            #expect(pixels.dataProvider?.data == Data((0..<192).map { UInt8($0) }))
        }

        @Test func `what comes from the cache is handed on as it is kept`() throws {
            var request = RenditionRequest()
            (request.width, request.height) = (8, 6)
            var picture = try #require(FakePictures.picture(request))
            for (format, type) in [
                (RenditionFacts.Format.webp, "org.webmproject.webp"), (.jpeg, "public.jpeg"),
            ] {
                picture.format = format
                let image = UIImage(StoredPicture(picture, fake))
                #expect(image.encodedData == picture.encoded.map { Data($0) })
                #expect(image.encodedType?.identifier == type)
                #expect(UIImage(StoredPicture(picture, fake), .left).encodedData == nil)
            }
            #expect(UIImage().encodedData == nil && UIImage().encodedType == nil)
        }

        @Test func `pixels that cannot be decoded are none`() {
            var picture = Picture(width: 8, height: 6, sourceWidth: 8, sourceHeight: 6)
            for bytes in ["junk", "9x9"] {
                picture.encoded = Array(bytes.utf8)
                let image = UIImage(StoredPicture(picture, fake))
                #expect(image.size.width == 8 && image.cgImage == nil)
                #expect(image.jpegData(compressionQuality: 1) == nil)
            }
        }

        @Test func `files are made of it in four formats`() throws {
            let image = try #require(UIImage(data: Data("4x3".utf8)))
            let texts = [
                image.jpegData(compressionQuality: 0.825), image.jpegData(compressionQuality: -1),
                image.jpegData(compressionQuality: .nan), image.pngData(),
                image.webpData(compressionQuality: 0.5), image.avifData(compressionQuality: 7),
            ].map { $0.map { String(decoding: $0, as: UTF8.self) } }
            #expect(
                texts == [
                    "jpeg(quality: 83) 4x3", "jpeg(quality: 1) 4x3", "jpeg(quality: 100) 4x3",
                    "png 4x3", "webp(quality: 50) 4x3", "avif(quality: 100) 4x3",
                ]
            )
        }

        /// What the stored rows `abc` and `def` look like.
        @Test(arguments: [
            (UIImage.Orientation.up, "abc/def"), (.upMirrored, "cba/fed"), (.down, "fed/cba"),
            (.downMirrored, "def/abc"), (.leftMirrored, "ad/be/cf"), (.right, "da/eb/fc"),
            (.rightMirrored, "fc/eb/da"), (.left, "cf/be/ad"),
        ])
        func `pixels are turned as Exif says before they are written`(
            _ orientation: UIImage.Orientation,
            _ shown: String
        ) throws {
            let bytes = "abcdef".utf8.flatMap { letter -> [UInt8] in [letter, 0, 0, 255] }
            let pixels = try #require(
                CGImage(width: 3, height: 2, rgba: Data(bytes), hasAlpha: false)
            )
            let image = UIImage(cgImage: pixels, scale: 1, orientation: orientation)
            let rows = shown.split(separator: "/")
            #expect(image.size == CGSize(width: rows[0].count, height: rows.count))
            #expect(image.cgImage?.width == 3 && image.imageOrientation == orientation)
            let turned = try #require(pixels.picture.turned(orientation).pixels)
            let letters = stride(from: 0, to: 24, by: 4).map { turned[$0] }
            #expect(String(decoding: letters, as: UTF8.self) == rows.joined())
            let png = image.pngData().map { String(decoding: $0, as: UTF8.self) }
            #expect(png == "png \(rows[0].count)x\(rows.count)")
        }

        @Test func `pixels of another number than the size are no image`() {
            #expect(CGImage(width: 2, height: 2, rgba: Data(count: 15), hasAlpha: true) == nil)
            #expect(CGImage(width: 0, height: 2, rgba: Data(), hasAlpha: true) == nil)
            #expect(CGImage(width: .max, height: 2, rgba: Data(count: 8), hasAlpha: true) == nil)
        }
    }
}

/// What is asked of a picture by the rules of PhotoKit.
struct RequestedSizeTests {
    private static func request(
        _ width: Double,
        _ height: Double,
        _ mode: PHImageContentMode = .aspectFit,
        _ resize: PHImageRequestOptionsResizeMode = .fast,
        _ crop: CGRect = .zero
    ) -> RenditionRequest {
        let options = PHImageRequestOptions()
        (options.resizeMode, options.normalizedCropRect) = (resize, crop)
        let size = CGSize(width: width, height: height)
        return RenditionRequest(size, mode, options, of: .picture)
    }

    /// The sizes of a picture of 400 by 300.
    @Test(arguments: [
        (request(100, 100), "100x75"), (request(100, 100, .aspectFill), "133x100"),
        (request(100, 100, .default), "100x75"), (request(800, 800), "400x300"),
        (request(100, 100, .aspectFit, .none), "400x300"),
        (request(100, 100, .aspectFill, .exact), "100x100"),
        (request(100, 100, .aspectFit, .exact), "100x75"),
        (request(800, 600, .aspectFit, .exact), "800x600"),
        (request(-1, -1, .aspectFill, .exact), "400x300"),
        (request(0, 0), "1x1"), (request(.nan, -5), "1x1"), (request(0.5, 99.2), "1x1"),
        (request(.infinity, 75), "100x75"),
        (
            request(50, 50, .aspectFill, .exact, CGRect(x: 0, y: 0, width: 0.5, height: 0.5)),
            "50x50"
        ),
        (request(50, 50, .aspectFill, .fast, CGRect(x: 0, y: 0, width: 0.5, height: 0.5)), "67x50"),
    ])
    func `a picture gets the size that was asked for`(_ request: RenditionRequest, _ size: String) {
        let geometry = RenditionGeometry(of: 400, 300, request)
        #expect(geometry.map { "\($0.width)x\($0.height)" } == size)
    }

    @Test func `a part counts with an exact size only`() {
        let part = CGRect(x: 0.25, y: 0, width: 0.5, height: 0.5)
        #expect(Self.request(50, 50, .aspectFit, .fast, part).crop == nil)
        #expect(Self.request(-1, -1, .aspectFit, .exact, part).crop == nil)
        let crop = Self.request(50, 50, .aspectFit, .exact, part).crop
        #expect(crop == UnitRect(x: 0.25, y: 0, width: 0.5, height: 0.5))
    }

    @Test func `options are copied whole`() throws {
        let options = PHImageRequestOptions()
        #expect(options.resizeMode == .fast && options.deliveryMode == .opportunistic)
        (options.version, options.isSynchronous) = (.original, true)
        options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
        options.progressHandler = { _, _, _, _ in }
        let copy = try #require(options.copy() as? PHImageRequestOptions)
        #expect(copy.version == .original && copy.isSynchronous && copy.progressHandler != nil)
        #expect(copy.normalizedCropRect.height == 0.5)
        #expect(copy.value(forKey: "version") as? Int == 2)
        #expect(copy.value(forKey: "synchronous") as? Bool == true)
        #expect((copy.value(forKey: "normalizedCropRect") as? CGRect)?.height == 0.5)
        #expect(copy.value(forKey: "colour") == nil)
        let films = PHVideoRequestOptions()
        (films.version, films.deliveryMode) = (.original, .fastFormat)
        #expect((films.copy() as? PHVideoRequestOptions)?.version == .original)
        let live = PHLivePhotoRequestOptions()
        live.deliveryMode = .highQualityFormat
        #expect((live.copy() as? PHLivePhotoRequestOptions)?.deliveryMode == .highQualityFormat)
    }

    @Test func `keys are their names, and nothing is no request`() {
        #expect(PHInvalidImageRequestID == 0 && PHLivePhotoRequestIDInvalid == 0)
        #expect(PHImageManagerMaximumSize == CGSize(width: -1, height: -1))
        #expect(PHImageResultIsDegradedKey == "PHImageResultIsDegradedKey")
        var info = ResultInfo(7)
        info.error = PHPhotosError(.missingResource)
        let told = info.dictionary
        #expect(told["PHImageResultIsDegradedKey"] as? Bool == false)
        #expect(told["PHImageResultIsDegradedKey"] as? Int == 0)
        #expect(told["PHImageResultRequestIDKey"] as? NSNumber == 7)
        #expect((told[PHImageErrorKey] as? NSError)?.domain == PHPhotosErrorDomain)
        #expect((told[PHImageErrorKey] as? PHPhotosError)?.code == .missingResource)
    }
}
