"""Collecting golden cases.

Each claims its rule and field by hand; only the offset comes from the checker, where none is
claimed.
"""

import copy

import vda
import values
import wire
from bodies import BODIES

HASH = "0123456789abcdef" * 4
TYPES = vda.SEED_KINDS


def meta(kind, **fields):
    return {"compiler": "veduta-asset/0.8.0", "deps": [], "kind": kind, "name": "a",
            "source": "a.json", "source_hash": HASH, **fields}


def seed_file(kind, payload):
    return vda.container(vda.chunk("META", vda.encode_meta(meta(kind))),
                         vda.chunk(TYPES[kind], payload))


def changed(value, path, new):
    """A copy of a value with the field at a path set."""
    value = copy.deepcopy(value)
    at = value
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        at = at[step]
    at[last] = new
    return value


def payload_of(kind, value):
    return wire.encode(BODIES[TYPES[kind]], value)


def offset_in(kind, value, path):
    """Where a field of a good value begins in its payload."""
    cx = wire.decode(BODIES[TYPES[kind]], payload_of(kind, value), 0)[1]
    return next(at for steps, _, at, _ in cx.trace if "/".join(map(str, steps)) == path)


class Cases:
    """Collects files and rows of the index, and holds each against what its case claims."""

    def __init__(self):
        self.files = {}
        self.rows = {}

    def add(self, kind, short, data, good, rule, note, path=None, chunk=None, offset=None):
        name = "%s-%s-%s.vda" % (kind, "ok" if rule == "-" else rule.lower(), short)
        if name in self.files:
            raise AssertionError("two cases are called " + name)
        answer = vda.check(data)
        if good:
            if answer is not None:
                raise AssertionError("%s should be good: %r" % (name, answer))
            where = ("-", "-", "-")
        else:
            claims = (rule, chunk, offset, path)
            if answer is None or any(c not in (None, a) for c, a in zip(claims, answer)):
                raise AssertionError("%s: claimed %r, found %r" % (name, claims, answer))
            where = answer[1:]
        self.files[name] = data
        self.rows[name] = (name, kind, "good" if good else "bad", rule, *map(str, where), note)

    def raw(self, kind, rule, short, data, note, path=None, chunk=None, offset=None):
        """A bad file of given bytes."""
        self.add(kind, short, data, False, rule, note, path, chunk, offset)

    def raw_good(self, kind, rule, short, data, note):
        self.add(kind, short, data, True, rule, note)

    def good(self, kind, rule, short, value, note):
        payload = payload_of(kind, value)
        self.add(kind, "good-" + short if rule != "-" else short, seed_file(kind, payload), True,
                 rule, note)

    def bad(self, kind, rule, short, value, path, note):
        payload = payload_of(kind, value)
        self.bad_payload(kind, rule, short, payload, path, note)

    def bad_payload(self, kind, rule, short, payload, path, note, offset=None):
        self.add(kind, short, seed_file(kind, payload), False, rule, note, path, TYPES[kind],
                 offset)

    # Values at the ends of a range, all else in `base` being good. `field` is the name in file
    # names, `report` the path of the report where it is not the path that is changed.

    def ends(self, kind, rule, base, path, good, bad, field=None, report=None):
        field = field or path.split("/")[-1].replace("_", "-")
        for short, value, note in good:
            self.good(kind, rule, "%s-%s" % (field, short), changed(base, path, value), note)
        for short, value, note in bad:
            self.bad(kind, rule, "%s-%s" % (field, short), changed(base, path, value),
                     report or path, note)

    def ints(self, kind, rule, base, path, low, high, field=None, wide=True):
        """low..high; `wide` for an i64."""
        name = path.split("/")[-1]
        bad = [("low", low - 1, "%s is %d" % (name, low - 1)),
               ("high", high + 1, "%s is %d" % (name, high + 1))]
        if wide:
            bad += [("i64-min", values.I64_MIN, "%s is the smallest i64" % name),
                    ("i64-max", values.I64_MAX, "%s is the largest i64" % name)]
        good = [("low", low, "%s is %d" % (name, low)), ("high", high, "%s is %d" % (name, high))]
        self.ends(kind, rule, base, path, good, [b for b in bad if b[1] >= 0 or wide], field)

    def floats(self, kind, rule, base, path, low, high, field=None, report=None, open_low=False,
               build=lambda bits: bits):
        """low..high, (low, high] with open_low; high None has no end. Only low 0 is ever open.

        `build` makes the field's value of the bits, where the float is one of a vector.
        """
        name = path.split("/")[-1]
        good, bad = [], [("nan", values.NAN, "%s is NaN" % name),
                         ("snan", values.SNAN, "%s is a signalling NaN" % name),
                         ("neg-inf", values.NEG_INF, "%s is -infinity" % name)]
        if low == 0 and open_low:
            good += [("denormal", values.DENORMAL, "%s is the smallest denormal" % name)]
            bad += [("zero", 0, "%s is 0" % name), ("neg-zero", values.NEG_ZERO, "%s is -0" % name)]
        else:
            good += [("low", wire.bits32(low), "%s is %g" % (name, low))]
            if low == 0:
                good += [("neg-zero", values.NEG_ZERO, "%s is -0" % name)]
        below = values.NEG_DENORMAL if low == 0 else wire.bits32(low) + 1
        bad += [("below", below, "%s is the f32 below %g" % (name, low))]
        if high is None:
            good += [("inf", values.INF, "%s is infinity" % name)]
        else:
            good += [("high", wire.bits32(high), "%s is %g" % (name, high))]
            bad += [("above", wire.bits32(high) + 1, "%s is the f32 above %g" % (name, high)),
                    ("inf", values.INF, "%s is infinity" % name)]
        good, bad = ([(short, build(bits), note) for short, bits, note in part]
                     for part in (good, bad))
        self.ends(kind, rule, base, path, good, bad, field, report)
