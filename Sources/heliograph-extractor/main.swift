internal import ExtractorService
internal import Glibc

// Reads the metadata of files whose descriptors it receives; films in formats that only libavformat knows are left to
// `heliograph-film-extractor`, so that its hundred libraries are loaded only when they are needed.
exit(serveExtractions("heliograph-extractor"))
