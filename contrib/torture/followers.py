"""Who follows the feed of a library for years, and what is known of each photo without keeping all that was said."""
import json
import threading

from daemon import Consumer, path_of


class Nowhere:
    def write(self, line):
        pass


# How many there are in it is told with the next change: it is another number with every day.
PASSING = "smartAlbumRecentlyAdded"


def brief(item):
    """What has to be known of a line's object: who and where it is, and a sum of everything else."""
    if item.get("subtype") == PASSING:
        item = {"id": item["id"], "title": item["title"]}
    kept = {key: item[key] for key in ("id", "path", "pathBase64", "size") if key in item}
    return {**kept, "sum": hash(json.dumps(item, sort_keys=True))}


class Follower(Consumer):
    """Somebody who applies the lines of a feed. `paths`: Which asset is where."""

    def __init__(self):
        super().__init__(Nowhere())
        self.paths, self.expired = {}, 0
        self.news = threading.Condition()

    def apply(self, raw):
        with self.news:
            if raw.startswith(b'{"type":"tokenExpired"'):
                self.expired += 1
                self.assets, self.albums, self.paths = {}, {}, {}
                self.token = json.loads(raw)["token"]
            else:
                super().apply(raw)
            self.news.notify_all()

    def change(self, known, line, item):
        if known is self.assets:
            old, place = known.get(item["id"]), path_of(item)
            if old and self.paths.get(path_of(old)) == item["id"]:
                del self.paths[path_of(old)]
            if line["change"] != "removed":
                self.paths[place] = item["id"]
        super().change(known, line, brief(item))

    def has(self, wanted, gone):
        """Whether it was told of all that is wanted, sizes by path, and that nothing is where `gone` says."""
        if any(path in self.paths for path in gone):
            return False
        return all((known := self.assets.get(self.paths.get(path))) and known["size"] == size
                   for path, size in wanted.items())
