"use strict";
// Checks chain and dice of a record by docs/dice.md alone; a page without TLS has no crypto.subtle,
// so SHA-256 (FIPS 180-4) and HMAC (RFC 2104) are written out.
(function () {
  var words = JSON.parse(document.getElementById("words").textContent);
  var said = document.getElementById("said");
  document.getElementById("plain").hidden = true;

  var K = [], START = [];
  (function () {
    function fraction(root) { return Math.floor((root - Math.floor(root)) * 4294967296) | 0; }
    for (var n = 2; K.length < 64; n += 1) {
      var prime = true;
      for (var d = 2; d * d <= n; d += 1) { if (n % d === 0) { prime = false; } }
      if (!prime) { continue; }
      if (START.length < 8) { START.push(fraction(Math.sqrt(n))); }
      K.push(fraction(Math.cbrt(n)));
    }
  })();

  function sha256(bytes) {
    var length = bytes.length, total = ((length + 8 >> 6) + 1) * 64, data = new Uint8Array(total);
    data.set(bytes);
    data[length] = 0x80;
    var view = new DataView(data.buffer);
    view.setUint32(total - 8, Math.floor(length / 536870912));
    view.setUint32(total - 4, length << 3);
    var hash = START.slice(), w = new Int32Array(64);
    function turn(x, n) { return x >>> n | x << 32 - n; }
    for (var at = 0; at < total; at += 64) {
      for (var i = 0; i < 16; i += 1) { w[i] = view.getInt32(at + 4 * i); }
      for (i = 16; i < 64; i += 1) {
        var p = w[i - 15], q = w[i - 2];
        w[i] = w[i - 16] + (turn(p, 7) ^ turn(p, 18) ^ p >>> 3) + w[i - 7] + (turn(q, 17) ^ turn(q, 19) ^ q >>> 10) | 0;
      }
      var s = hash.slice();
      for (i = 0; i < 64; i += 1) {
        var one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + (s[4] & s[5] ^ ~s[4] & s[6]) + K[i] + w[i] | 0;
        var two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]) | 0;
        s = [one + two | 0, s[0], s[1], s[2], s[3] + one | 0, s[4], s[5], s[6]];
      }
      hash = hash.map(function (part, n) { return part + s[n] | 0; });
    }
    var out = new Uint8Array(32), seen = new DataView(out.buffer);
    hash.forEach(function (part, n) { seen.setInt32(4 * n, part); });
    return out;
  }
  function hex(bytes) { return Array.prototype.map.call(bytes, function (byte) { return (byte + 256).toString(16).slice(1); }).join(""); }
  function unhex(text) { return new Uint8Array((text.match(/../g) || []).map(function (pair) { return parseInt(pair, 16); })); }
  function utf8(text) { return new TextEncoder().encode(text); }
  function both(a, b) { var all = new Uint8Array(a.length + b.length); all.set(a); all.set(b, a.length); return all; }
  function hmac(key, data) {
    var inner = new Uint8Array(64).fill(0x36), outer = new Uint8Array(64).fill(0x5c);
    key.forEach(function (byte, n) { inner[n] ^= byte; outer[n] ^= byte; });
    return sha256(both(outer, sha256(both(inner, data))));
  }

  // JSON with sorted keys and without spaces.
  function J(value) {
    if (Array.isArray(value)) { return "[" + value.map(J).join(",") + "]"; }
    if (value === null || typeof value !== "object") { return JSON.stringify(value); }
    return "{" + Object.keys(value).sort().map(function (key) { return JSON.stringify(key) + ":" + J(value[key]); }).join(",") + "}";
  }

  function wrong(id, line) { var error = new Error(words[id].replace("NUMBER", line)); error.told = true; return error; }

  function seedOf(header, start) {
    if (hex(sha256(unhex(header.secret))) !== start.commitment) { throw wrong("bad_secret"); }
    var given = start.options.seats.map(function (seat) { return start.words[seat] || ""; });
    return sha256(utf8(J(["pbem seed", header.secret, start.options.seats, given])));
  }

  var TOP = 18446744073709551616n;

  function drawn(H, body, path) {
    var of = BigInt(body.of), most = TOP - TOP % of, number = TOP;
    for (var attempt = 0; number >= most; attempt += 1) {
      number = BigInt("0x" + H(["draw", path, body.epoch, body.label, body.occurrence, attempt]).slice(0, 16));
    }
    return Number(number % of);
  }

  function moved(H, body, path) {
    switch (body.t) {
      case "segment": return H(["path", path, "segment", body.number]);
      case "choice": return H(["path", path, "choice", body.seat, body.kind, body.choice]);
      case "change": return H(["path", path, "change", body.choice]);
      default: return path;
    }
  }

  function check(text) {
    var all = text.split("\n").filter(function (line) { return line.trim(); }).map(function (line) { return JSON.parse(line); });
    var header = all[0], lines = all.slice(1), draws = 0, sealed = 0, before = "", behind = [], seed = null;
    if (!header || header.pbem !== 1 || !lines.length || !lines[0].body) { throw wrong("bad_file"); }
    if (header.secret) { seed = seedOf(header, lines[0].body); }
    function H(value) { return hex(hmac(seed, utf8(J(value)))); }
    lines.forEach(function (line, n) {
      var body = line.body, hidden = !body;
      sealed += hidden;
      if (seed && hidden) { throw wrong("bad_chain", n); }
      if (seed) {
        var from = behind[body.t === "undo" ? body.back : n - 1] || ["", ""], path = moved(H, body, from[0]), opening = body.t === "segment" ? path : from[1];
        if (body.t === "draw") {
          if (drawn(H, body, /^anytime: /.test(body.label) ? opening : path) !== body.index) { throw wrong("bad_draw", n); }
          draws += 1;
        }
        if (line.salt !== H(["salt", n])) { throw wrong("bad_salt", n); }
        behind[n] = [path, opening];
      }
      var commitment = hidden ? line.sealed : hex(sha256(utf8(J([line.salt, body]))));
      before = hex(sha256(utf8(before + commitment)));
      if (before !== line.hash || line.n !== n) { throw wrong("bad_chain", n); }
    });
    return (seed ? words.good : words.good_chain).replace("COUNT", lines.length).replace("THROWN", draws).replace("SEALED", sealed);
  }

  function tell(text) {
    said.textContent = words.busy;
    setTimeout(function () {
      try { said.textContent = check(text); }
      catch (error) { said.textContent = words.bad.replace("WHY", error.told ? error.message : words.bad_file); }
    }, 20);
  }

  document.getElementById("check").onclick = function () { tell(JSON.parse(document.getElementById("record").textContent)); };
  document.getElementById("file").onchange = function () {
    var file = this.files[0];
    if (file) { file.text().then(tell); }
  };
})();
