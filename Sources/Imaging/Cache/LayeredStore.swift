package import Renditions

/// Several stores: a picture is read from the first that has it, and kept in the first that can be written.
///
/// Users who may only read the service's cache get the service's renditions, and keep all others in their own.
package struct LayeredStore: PictureStore {
    private let layers: [RenditionCache]

    package init(_ layers: [RenditionCache]) {
        self.layers = layers
    }

    package func find(_ content: ContentKey, _ request: RenditionRequest) -> Picture? {
        for layer in layers {
            if let picture = layer.find(content, request) { return picture }
        }
        return nil
    }

    package func keep(
        _ picture: Picture,
        _ content: ContentKey,
        _ request: RenditionRequest
    ) -> String? {
        (layers.first { $0.isWritable } ?? layers.last)?.keep(picture, content, request)
    }
}
