/// What is known of a film.
struct FilmFacts: Equatable, Sendable {
    /// Seconds.
    var duration = 0.0
    /// Pixels as shown.
    var width = 0
    var height = 0
}
