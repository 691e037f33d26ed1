internal import ExtractorService
internal import Glibc

// Reads the metadata of the descriptors it is handed; films of the formats only libavformat knows are
// left to `heliograph-film-extractor`, so that its hundred libraries are loaded when they are needed.
exit(serveExtractions("heliograph-extractor"))
