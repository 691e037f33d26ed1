/// What is known of a film that is no ISO base media file.
package struct FilmFacts: Sendable {
    /// Pixels as shown.
    package var width: Int
    package var height: Int
    /// Seconds; 0 when unknown.
    package var duration: Double
    /// Pictures a second on average; 0 when unknown.
    package var frameRate: Double
    /// The date as the container has it: with a zone in Matroska, local in AVI.
    package var created: String?
    package var make: String?
    package var model: String?
    /// It takes more work or memory than any film does.
    package var isGivenUp = false

    package init(
        width: Int,
        height: Int,
        duration: Double,
        frameRate: Double,
        created: String?,
        make: String?,
        model: String?
    ) {
        (self.width, self.height, self.duration) = (width, height, duration)
        (self.frameRate, self.created) = (frameRate, created)
        (self.make, self.model) = (make, model)
    }
}
