internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHCollectionList {
    class func momentLists(
        _ reader: CatalogueReader,
        _ subtype: PHCollectionListSubtype,
        containing moment: CollectionRecord? = nil
    ) throws -> [MomentList] {
        let (clusters, years) = try reader.momentLists()
        let wanted =
            (subtype == .any || subtype == .momentListCluster ? clusters : [])
            + (subtype == .any || subtype == .momentListYear ? years : [])
        guard let moment else { return wanted }
        return wanted.filter { $0.moments.contains { $0.uuid == moment.uuid } }
    }

    class func fetch(
        _ options: PHFetchOptions?,
        in connection: LibraryConnection? = nil,
        _ items: @escaping @Sendable (CatalogueReader) throws -> [CollectionItem]
    ) -> PHFetchResult<PHCollectionList> {
        let library = connection ?? PHPhotoLibrary.shared().connection
        return PHFetchResult(CollectionList(library, options, items))
    }
}

extension CollectionRecord {
    /// Whether the collection is the folder of a root.
    var isRoot: Bool { source == .folder && parent == nil }
}
