internal import Catalogue

/// The catalogue, and whoever reads it.
extension Simulation {
    /// Most begin with a catalogue that knows the folder as it was when it was empty.
    func prepareCatalogue() throws {
        SimulatedCatalogueDisk.remove(catalogue)
        guard !habits.beginsWithNothing, !isTemplate else { return }
        let template = options.directory + "/template-\(habits.disk)\(habits.hasOwnDisk)"
        if SimulatedCatalogueDisk.copy(template, to: catalogue) { return }
        try makeTemplate(template)
        _ = SimulatedCatalogueDisk.copy(template, to: catalogue)
    }

    private func makeTemplate(_ path: String) throws {
        var options = options
        (options.seed, options.operations, options.diary) = (0, 0, nil)
        (options.fault, options.only) = (nil, nil)
        let simulation = Simulation(options, onEmpty: habits)
        try simulation.run()
        _ = SimulatedCatalogueDisk.copy(catalogue, to: path)
    }

    func openReader() throws -> CatalogueReader {
        if let reader { return reader }
        let opened = try CatalogueReader(path: catalogue, time: kernel)
        reader = opened
        return opened
    }

    func closeReader() { reader = nil }
}
