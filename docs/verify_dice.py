#!/usr/bin/env python3
"""Checks chain and dice of a record, by docs/dice.md alone: python3 verify_dice.py RECORD.jsonl"""

import hashlib
import hmac
import json
import sys


def J(x):
    return json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(data):
    return hashlib.sha256(data).hexdigest()


def main(path):
    with open(path, encoding="utf-8") as file:
        header, *lines = map(json.loads, file)
    start, secret = lines[0]["body"], bytes.fromhex(header["secret"])
    assert sha(secret) == start["commitment"], "another secret than the one committed to"
    seats = start["options"]["seats"]
    words = [start["words"].get(seat, "") for seat in seats]
    seed = hashlib.sha256(J(["pbem seed", secret.hex(), seats, words])).digest()

    def H(x):
        return hmac.new(seed, J(x), "sha256").hexdigest()

    before, draws, behind = "", 0, {-1: ("", "")}
    for n, line in enumerate(lines):
        body, t = line["body"], line["body"]["t"]
        path, opening = behind[body["back"] if t == "undo" else n - 1]
        if t == "segment":
            path = opening = H(["path", path, "segment", body["number"]])
        elif t == "choice":
            path = H(["path", path, "choice", body["seat"], body["kind"], body["choice"]])
        elif t == "change":
            path = H(["path", path, "change", body["choice"]])
        elif t == "draw":
            hung = opening if body["label"].startswith("anytime: ") else path
            what = ["draw", hung, body["epoch"], body["label"], body["occurrence"]]
            number, attempt, top = 2**64, -1, 2**64 - 2**64 % body["of"]
            while number >= top:
                attempt += 1
                number = int(H([*what, attempt])[:16], 16)
            assert number % body["of"] == body["index"], f"line {n}: {body['label']}"
            draws += 1
        assert line["salt"] == H(["salt", n]), f"line {n}: the salt"
        before = sha((before + sha(J([line["salt"], body]))).encode())
        assert before == line["hash"], f"line {n}: the chain"
        behind[n] = path, opening
    print(f"{len(lines)} lines and {draws} draws are as the secret makes them")


if __name__ == "__main__":
    main(sys.argv[1])
