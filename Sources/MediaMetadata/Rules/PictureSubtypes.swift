internal import PhotoModel

extension DerivationRules {
    static let panoramas: [SubtypeRule] = [
        SubtypeRule(.photoPanorama, "appleCustomRendered") { facts in
            guard facts.isApple, facts.exif?.customRendered == 6 else { return nil }
            return "Exif CustomRendered = 6, Make = Apple"
        },
        SubtypeRule(.photoPanorama, "googlePanorama") { facts in
            guard facts.xmp["GPano:UsePanoramaViewer"]?.lowercased() != "false" else { return nil }
            for key in ["GPano:FullPanoWidthPixels", "GPano:CroppedAreaImageWidthPixels"] {
                if let value = facts.xmp[key] { return "XMP \(key) = \(value)" }
            }
            guard let type = facts.xmp["GPano:ProjectionType"], facts.pixels > 1_000_000 else {
                return nil
            }
            return "XMP GPano:ProjectionType = \(type), \(facts.pixels) pixels"
        },
        SubtypeRule(.photoPanorama, "photomatixPanorama") { facts in
            guard facts.xmp["pmtm:IsPano360"]?.lowercased() == "true" else { return nil }
            return "XMP pmtm:IsPano360 = true"
        },
        SubtypeRule(.photoPanorama, "samsungPanoramaShot") { facts in
            facts.hasSamsungBlock(0x08E0) ? "Samsung trailer block 0x08E0 Panorama_Shot_Info" : nil
        },
    ]

    static let screenshots: [SubtypeRule] = [
        SubtypeRule(.photoScreenshot, "userComment") { facts in
            if facts.exif?.userComment == "Screenshot" { return "Exif UserComment = Screenshot" }
            let comment = facts.xmp["exif:UserComment"]
            return comment == "Screenshot" ? "XMP exif:UserComment = Screenshot" : nil
        },
        SubtypeRule(.photoScreenshot, "pngSoftware") { facts in
            guard let software = facts.png.texts["Software"] else { return nil }
            let isKnown = ["gnome-screenshot", "Spectacle"].contains { software.contains($0) }
            return isKnown ? "PNG Software = \(software)" : nil
        },
        SubtypeRule(.photoScreenshot, "fileName") { facts in
            ScreenshotNames.marks.evidence(facts.stem)
        },
    ]

    /// Apple's marks of a picture merged from several exposures, until iOS 14; later pictures have a gain map, which is
    /// a trait.
    static let highDynamicRange: [SubtypeRule] = [
        SubtypeRule(.photoHDR, "appleCustomRendered") { facts in
            guard facts.isApple, let value = facts.exif?.customRendered, [2, 3].contains(value)
            else { return nil }
            return "Exif CustomRendered = \(value), Make = Apple"
        },
        SubtypeRule(.photoHDR, "appleHDRImageType") { facts in
            guard facts.isApple, facts.exif?.appleNote.hdrImageType == 3 else { return nil }
            return "Apple maker note 0x000A = 3"
        },
        SubtypeRule(.photoHDR, "transferFunction") { facts in
            if let transfer = facts.png.colours?.brightTransfer {
                return "PNG cICP transfer = \(transfer)"
            }
            return facts.heif.colours?.brightTransfer.map { "colr nclx transfer = \($0)" }
        },
    ]

    /// A depth map alone does not make a portrait; Apple's CustomRendered agrees with what its own programs show.
    static let depth: [SubtypeRule] = [
        SubtypeRule(.photoDepthEffect, "appleCustomRendered") { facts in
            guard facts.isApple, let value = facts.exif?.customRendered, (7...9).contains(value)
            else { return nil }
            return "Exif CustomRendered = \(value), Make = Apple"
        },
        SubtypeRule(.photoDepthEffect, "googleDepthMap") { facts in
            for key in ["GDepth:Format", "GDepth:Mime", "GDepth:Data"] {
                if let value = facts.xmp[key] { return "XMP \(key) = \(value.prefix(40))" }
            }
            return nil
        },
        SubtypeRule(.photoDepthEffect, "googlePortrait") { facts in
            guard facts.xmp["GCamera:SpecialTypeID"]?.contains("PORTRAIT") == true,
                !facts.stem.hasSuffix("ORIGINAL")
            else { return nil }
            return "XMP GCamera:SpecialTypeID contains PORTRAIT"
        },
        SubtypeRule(.photoDepthEffect, "samsungDepth") { facts in
            for type in [0x0AB0, 0x0AB1, 0x0B40, 0x0B41] where facts.hasSamsungBlock(type) {
                return "Samsung trailer block 0x0\(String(type, radix: 16, uppercase: true))"
            }
            return nil
        },
    ]

    static let animations: [SubtypeRule] = [
        SubtypeRule(.photoAnimation, "severalFrames") { facts in
            guard facts.frames > 1 else { return nil }
            switch facts.format {
            case .gif: return "GIF with more than one picture"
            case .webp: return "WebP VP8X animation flag"
            default: return "PNG acTL with \(facts.frames) frames"
            }
        },
        SubtypeRule(.photoAnimation, "imageSequence") { facts in
            guard facts.heif.hasSequence, [.heic, .heif, .avif].contains(facts.format) else {
                return nil
            }
            return "a track of pictures (moov) beside the picture"
        },
    ]

    static let spatialPictures: [SubtypeRule] = [
        SubtypeRule(.spatialMedia, "stereoPair") { facts in
            facts.heif.hasStereoPair ? "an entity group ster of two pictures" : nil
        }
    ]
}

extension FileFacts {
    func hasSamsungBlock(_ type: Int) -> Bool {
        trailers.samsungBlocks.contains { $0.type == type }
    }
}
