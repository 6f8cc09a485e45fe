"""P1 to P4: every field of the rich files cut short, counted too high, bools of 2, bytes left."""

import struct

import values
import vda
import wire
from bodies import BODIES
from cases import meta, offset_in, payload_of, seed_file
from values import minimal
from wire import Bool, Seq, Text


def plain(path):
    """A path without its indices, for naming one case per kind of field."""
    return tuple(step for step in path if not isinstance(step, int))


class Spread:
    """Makes at most one case of each sort per kind of field: the first that fails as it should."""

    def __init__(self, cases, kind):
        self.cases, self.kind, self.done = cases, kind, set()

    def offer(self, rule, sort, path, payload, note):
        key = (rule, sort, plain(path))
        text = "/".join(map(str, path))
        if key in self.done:
            return
        answer = vda.check(seed_file(self.kind, payload))
        if answer is None or (answer[0], answer[3]) != (rule, text):
            return  # an earlier list notices first
        self.done.add(key)
        short = "-".join((*(step.replace("_", "-") for step in plain(path)), sort))
        self.cases.bad_payload(self.kind, rule, short, payload, text, note % text)


def patched(payload, at, count):
    return payload[:at] + struct.pack("<I", count) + payload[at + 4:]


def spread_list(spread, cx, item, payload, path, at):
    size = item.min(cx)
    left = len(payload) - at - 4
    spread.offer("P3", "one-more", path, patched(payload, at, left // size + 1),
                 "count of %s: one more than could fit")
    spread.offer("P3", "max", path, patched(payload, at, values.U32_MAX),
                 "count of %s is 4294967295")
    wraps = -(-2**32 // size)
    if size > 1 and wraps * size % 2**32 <= left:
        spread.offer("P3", "wraps", path, patched(payload, at, wraps),
                     "count of %s times the smallest element wraps in 32 bits")


def spread_fields(cases, kind):
    body = BODIES[vda.SEED_KINDS[kind]]
    payload = wire.encode(body, values.rich(kind))
    cx = wire.decode(body, payload, 0)[1]
    spread = Spread(cases, kind)
    for path, field, at, size in cx.trace:
        if isinstance(field, Text):
            spread.offer("P1", "length-cut", path, payload[:at + 3],
                         "the payload ends inside the length of %s")
            spread.offer("P3", "cut", path, payload[:at + size - 1],
                         "the payload ends one byte before the end of %s")
            spread.offer("P3", "long", path, patched(payload, at, len(payload) - at - 3),
                         "length of %s: one more than the bytes left")
        elif isinstance(field, Seq):
            spread.offer("P1", "count-cut", path, payload[:at + 3],
                         "the payload ends inside the count of %s")
            spread_list(spread, cx, field.item, payload, path, at)
        else:
            spread.offer("P1", "cut", path, payload[:at + size - 1],
                         "the payload ends one byte before the end of %s")
        if isinstance(field, Bool):
            spread.offer("P2", "two", path, payload[:at] + b"\x02" + payload[at + 1:], "%s is 2")
            if len(path) == 1:
                spread.offer("P2", "max", path, payload[:at] + b"\xff" + payload[at + 1:],
                             "%s is 255")


def last_list(cases, kind, name, items):
    """A list at a payload's end: as many elements as are counted, then one more in the count."""
    value = minimal(kind)
    body = BODIES[vda.SEED_KINDS[kind]]
    before = len(wire.encode(body, value)) - 4
    value[name] = items
    payload = wire.encode(body, value)
    cases.good(kind, "P3", name + "-fit", value, "%d elements of %s fit exactly" %
               (len(items), name))
    cases.bad_payload(kind, "P3", name + "-do-not-fit", patched(payload, before, len(items) + 1),
                      name, "count of %s is one more than fits" % name)


def whole_payloads(cases, kind):
    """P4, and the smallest, the richest and the empty payload."""
    for short, value in (("minimal", minimal(kind)), ("rich", values.rich(kind))):
        payload = payload_of(kind, value)
        cases.good(kind, "-", short, value, "%s file, %d bytes of payload" % (short, len(payload)))
        end = 4 + 12 + len(vda.encode_meta(meta(kind))) + 8 + len(payload)
        for extra in (b"\0", b"\0" * 3, b"\xff" * 8):
            cases.bad_payload(kind, "P4", "%s-%d-left" % (short, len(extra)), payload + extra, "-",
                              "%d bytes after the last field" % len(extra), end)
    cases.bad_payload(kind, "P1", "empty", b"", "name", "an empty payload")
    cases.bad_payload(kind, "P3", "name-of-nothing", struct.pack("<I", values.U32_MAX), "name",
                      "a string of 4294967295 bytes in a payload of 4")


def map_layers(cases):
    value = minimal("map")
    value.update(columns=3, rows=3, layers=[values.layer([0] * 9)])
    cases.good("map", "P3", "layer-fits", value, "one layer of 3 x 3 cells")
    value["objects"] = [values.thing(name=b"x" * 30)]
    payload = patched(payload_of("map", value), offset_in("map", value, "layers"), 4)
    cases.bad_payload("map", "P3", "layers-by-map-size", payload, "layers",
                      "count of layers fits by 17 bytes each but not with columns x rows cells")
    value = minimal("map")
    value.update(layers=[values.layer([0], name=b"long name")])
    cases.bad_payload("map", "P1", "only-cell-cut", payload_of("map", value)[:-5],
                      "layers/0/cells", "the only layer's cell ends outside the payload")


def add(cases):
    for kind in vda.SEED_KINDS:
        whole_payloads(cases, kind)
        spread_fields(cases, kind)
    last_list(cases, "model", "lods", [values.lod(1), values.lod(2), values.lod(3)])
    last_list(cases, "prefab", "entities", [values.entity(), values.entity()])
    last_list(cases, "world", "vegetation", [values.vegetation(), values.vegetation()])
    last_list(cases, "map", "objects", [values.thing(), values.thing()])
    scene = minimal("scene")
    scene["map"] = b"x" * 300
    cases.good("scene", "P3", "map-fits", scene, "a string that ends with the payload")
    scene["entities"] = [values.entity(tags=[b""] * 9)]
    cases.good("scene", "P3", "empty-strings", scene, "a list of empty strings")
    map_layers(cases)
    cases.good("scene", "P1", "no-byte-more", minimal("scene"), "the last byte is there")
    cases.good("world", "P4", "no-byte-more", minimal("world"), "the last list is empty")
