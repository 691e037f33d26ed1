package import Renditions

/// Several stores: of the first that has a picture it is taken, in the first that can be written it is kept.
///
/// So who may only read what the service keeps has what the service made, and keeps the rest beside.
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
