/// The facts about a film that is not an ISO base media file.
package struct FilmFacts: Sendable {
    /// The width in pixels as shown.
    package var width: Int
    package var height: Int
    /// The duration in seconds; 0 if unknown.
    package var duration: Double
    /// The average number of pictures per second; 0 if unknown.
    package var frameRate: Double
    /// The date in the container: with a zone in Matroska, local in AVI.
    package var created: String?
    package var make: String?
    package var model: String?
    /// Whether there are no pictures but perhaps that of its cover.
    package var hasSoundOnly = false
    /// Whether reading was stopped because the film takes more work or memory than any real one.
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
