#!/usr/bin/env python3
"""Reads `galley inspect --json x.manifest` and prints its live records sorted by id, one a line:
what two identical cooks have in common."""

import json
import sys

document = json.load(sys.stdin)
records = document["records"]
for record in sorted(records, key=lambda record: record["id"]):
    print(json.dumps(record, sort_keys=True))
