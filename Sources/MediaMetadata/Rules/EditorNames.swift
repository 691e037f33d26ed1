/// The programs that edit pictures, as they name themselves in what they save.
enum EditorNames {
    /// Whether somebody saved the picture again after it was taken: an editor names itself, or XMP says when.
    static func wasEdited(_ facts: FileFacts) -> Bool {
        let names = [facts.exif?.software, facts.xmp["xmp:CreatorTool"]].compactMap(\.self)
        return ["xmp:ModifyDate", "xmp:MetadataDate"].contains { facts.xmp[$0] != nil }
            || names.contains { name in
                let name = name.lowercased()
                return all.contains { name.contains($0) }
            }
    }

    /// Parts of names in lower case, a comma after each.
    private static let all = """
        acdsee, acorn, adobe, affinity, aperture, avanquest, canva, capture nx, capture one, corel, darktable,
        digikam, digital photo professional, dxo, exiftool, faststone, fotor, gimp, graphicsmagick, gthumb,
        gwenview, imagemagick, instagram, iphoto, irfanview, lightroom, luminar, meitu, microsoft, nero, olympus \
        master, olympus viewer, olympus workspace, paint, photofiltre, photoscape, photoshop, photos 1, photos 2,
        photos 3, photos 4, photos 5, photos 6, photos 7, photos 8, photos 9, picasa, picsart, pixelmator, pixlr,
        polarr, preview, quicktime, rawtherapee, shotwell, silkypix, snapseed, ulead, viewnx, vsco, windows, xnview,
        zoner, zoombrowser,
        """.split { $0 == "," || $0 == "\n" }.map { String($0.drop { $0 == " " }) }.filter {
            !$0.isEmpty
        }
}
