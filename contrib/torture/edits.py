"""What a user says of pictures in the catalogue, which must stay whatever happens to disks and programs."""


class Edits:
    def __init__(self, lab):
        self.lab, self.random = lab, lab.random
        self.wanted, self.albums = {}, []
        self.made = self.refused = 0

    def begin(self):
        for title in ("Best", "Family"):
            code, out = self.lab.daemon.run("album", "create", title)
            if code == 0:
                self.albums.append(self.lab.identifier(out))

    def make(self, count):
        """Edits some of the pictures that are what they were at the last quiet point."""
        known = [asset for asset, (pictures, file) in self.lab.owners.items() if file.is_plain]
        chosen = self.random.sample(known, min(count, len(known)))
        if not chosen:
            return
        kind = self.random.choice(["favorite", "hidden", "rating", "album"])
        if kind == "album" and self.albums:
            album = self.random.choice(self.albums)
            change, words = ("album", album), ["album", "add", album, *chosen]
        elif kind == "rating":
            stars = self.random.randrange(1, 6)
            change, words = ("rating", stars), ["edit", *chosen, "--rating", str(stars)]
        else:
            kind = "favorite" if kind == "album" else kind
            change, words = (kind, True), ["edit", *chosen, f"--{kind}"]
        if self.lab.daemon.run(*words)[0] != 0:
            self.refused += 1
            if change[0] == "rating":
                # Whether it failed before or after it was made, nobody knows.
                for asset in chosen:
                    self.wanted.get(asset, {}).pop("rating", None)
            return
        self.made += len(chosen)
        for asset in chosen:
            if change[0] == "album":
                self.wanted.setdefault(asset, {}).setdefault("albums", set()).add(change[1])
            else:
                self.wanted.setdefault(asset, {})[change[0]] = change[1]

    def lost(self, assets):
        """What is not said any more of assets that are there, `assets` by identifier."""
        members = {album: {a["id"] for a in self.lab.daemon.listing(
            "assets", "--include-hidden", "--album", album) or []} for album in self.albums}
        faults = []
        for asset, wanted in self.wanted.items():
            found = assets.get(asset)
            if found is None:
                continue
            for key, value in wanted.items():
                if key == "albums":
                    faults += [(asset, found["path"], a) for a in value if asset not in members[a]]
                elif found[key] != value:
                    faults.append((asset, found["path"], key, value, found[key]))
        return faults
