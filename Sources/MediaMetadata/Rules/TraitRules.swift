internal import PhotoModel

extension DerivationRules {
    static let formatTraits: [TraitRule] = [
        TraitRule(.raw, "rawFormat") { facts in
            facts.format.isRaw ? facts.format.uniformTypeIdentifier : nil
        },
        TraitRule(.selfie, "frontLens") { facts in
            guard let lens = facts.exif?.lens, isFrontLens(lens) else { return nil }
            return "Exif LensModel \"\(lens)\""
        },
    ]

    /// Whether a lens's name contains "front"; checked for every picture, so the slower text comparison is used only
    /// for names that are not ASCII.
    static func isFrontLens(_ lens: String) -> Bool {
        let isThere = lens.lendUTF8 { $0.asciiContains("front") }
        return isThere.flatMap { $0 } ?? lens.lowercased().contains("front")
    }

    static let gainMaps: [TraitRule] = [
        TraitRule(.gainMap, "adobeGainMap") { facts in
            facts.xmp["hdrgm:Version"].map { "XMP hdrgm:Version = \($0)" }
        },
        TraitRule(.gainMap, "googleContainer") { facts in
            let isThere = facts.xmp.items.contains { $0["Item:Semantic"] == "GainMap" }
            return isThere ? "XMP Container item with the semantic GainMap" : nil
        },
        TraitRule(.gainMap, "appleAuxiliaryPicture") { facts in
            facts.heif.auxiliaryTypes.first { $0.hasSuffix(":hdrgainmap") }
                .map { "auxiliary picture \($0)" }
        },
        TraitRule(.gainMap, "toneMapItem") { facts in
            facts.heif.hasToneMap ? "an item of the type tmap" : nil
        },
        TraitRule(.gainMap, "secondPicture") { facts in
            for picture in facts.otherPictures {
                if let version = picture["HDRGainMap:HDRGainMapVersion"] {
                    return "second picture with XMP HDRGainMapVersion = \(version)"
                }
                if let type = picture["apdi:AuxiliaryImageType"], type.hasSuffix(":hdrgainmap") {
                    return "second picture with XMP AuxiliaryImageType = \(type)"
                }
                if let version = picture["hdrgm:Version"] {
                    return "second picture with XMP hdrgm:Version = \(version)"
                }
            }
            return nil
        },
    ]

    static let motionPhotos: [TraitRule] = [
        TraitRule(.motionPhoto, "googleMotionPhoto") { facts in
            for key in ["GCamera:MotionPhoto", "GCamera:MicroVideo"] where facts.xmp[key] == "1" {
                return "XMP \(key) = 1"
            }
            return nil
        },
        TraitRule(.motionPhoto, "samsungMotionPhoto") { facts in
            if facts.hasSamsungBlock(0x0A30) {
                return "Samsung trailer block 0x0A30 MotionPhoto_Data"
            }
            return facts.heif.film == nil ? nil : "Samsung's box mpvd"
        },
        TraitRule(.motionPhoto, "huaweiMotionPhoto") { facts in
            facts.trailers.huaweiFilm.map { "Huawei's trailer LIVE_: a film from byte \($0) on" }
        },
    ]

    static let nameTraits: [TraitRule] = [
        TraitRule(.longExposure, "fileName") { facts in
            facts.nameContains("LONG_EXPOSURE") ? "name contains LONG_EXPOSURE" : nil
        },
        TraitRule(.nightMode, "fileName") { facts in
            facts.nameContains(".NIGHT") ? "name contains .NIGHT" : nil
        },
    ]
}
