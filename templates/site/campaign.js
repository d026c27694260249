"use strict";
(function () {
  var data = JSON.parse(document.getElementById("data").textContent);
  var frames = data.frames, last = frames.length - 1, at = -1, timer = null, drawn = [];
  function $(id) { return document.getElementById(id); }
  var SVG = "http://www.w3.org/2000/svg", W = 600, H = 170, calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A frame has the numbers of its groups, or which of them differ from the frame before.
  frames.forEach(function (frame, n) {
    if (frame.g) { return; }
    frame.g = frames[n - 1].g.slice();
    frame.d.forEach(function (change) { frame.g[change[0]] = change[1]; });
  });

  var layer = null;
  $("plain").hidden = true;
  if (data.head) {
    $("map").insertAdjacentHTML("beforeend", data.head + "</svg>");
    layer = $("map").lastElementChild;
  }

  // Only groups that differ from those that are drawn are drawn anew.
  function draw(frame, before) {
    if (!layer) { return; }
    frame.g.forEach(function (group, n) {
      if (before && before.g[n] === group && drawn[n]) { return; }
      var box = document.createElementNS(SVG, "g");
      box.innerHTML = data.groups[group].map(function (tag) { return data.tags[tag]; }).join("");
      if (drawn[n]) { layer.replaceChild(box, drawn[n]); } else { layer.appendChild(box); }
      drawn[n] = box;
    });
    while (drawn.length > frame.g.length) { layer.removeChild(drawn.pop()); }
  }

  function show(n, keep) {
    n = Math.max(0, Math.min(last, n));
    if (n === at) { return; }
    var frame = frames[n];
    draw(frame, frames[at]);
    at = n;
    $("slide").value = n;
    $("where").textContent = frame.n + ", " + frame.m + (frame.at ? " · " + frame.at : "");
    $("slide").setAttribute("aria-valuetext", frame.n + ", " + frame.m);
    $("map").setAttribute("aria-label", data.said.map + ". " + frame.w);
    $("asked").textContent = frame.asked;
    $("story").innerHTML = frame.told || "<p>" + data.said.nothing + "</p>";
    Array.prototype.forEach.call(document.querySelectorAll("#points tbody tr"), function (row, seat) {
      row.cells[1].textContent = frame.p[seat][0];
      if (row.cells[2]) { row.cells[2].textContent = frame.p[seat][1]; }
    });
    var chapter = 0;
    data.chapters.forEach(function (place, i) { if (place <= n) { chapter = i; } });
    $("chapter").selectedIndex = chapter;
    ["x1", "x2"].forEach(function (end) { $("mark").setAttribute(end, x(n)); });
    $("back").disabled = $("first").disabled = n === 0;
    $("on").disabled = $("last").disabled = n === last;
    if (!keep) { try { history.replaceState(null, "", "#w" + frame.w0); } catch (error) { return; } }
  }

  // The next frame in this direction; with attacks only, the next one that tells of an attack.
  function step(by) {
    if (!$("only").checked) { return at + by; }
    var way = by < 0 ? -1 : 1;
    for (var n = at + way; n >= 0 && n <= last; n += way) { if (frames[n].b) { return n; } }
    return at;
  }

  // Points
  var most = 1, least = 0;
  frames.forEach(function (frame) { frame.p.forEach(function (pair) { pair.forEach(function (v) { most = Math.max(most, v); least = Math.min(least, v); }); }); });
  function x(n) { return (8 + (W - 16) * n / Math.max(1, last)).toFixed(1); }
  function y(v) { return (H - 8 - (H - 16) * (v - least) / (most - least)).toFixed(1); }
  function line(seat, which, more) {
    var points = frames.map(function (frame, n) { return x(n) + "," + y(frame.p[seat][which]); }).join(" ");
    return '<polyline fill="none" vector-effect="non-scaling-stroke" points="' + points + '" ' + more + "/>";
  }
  (function () {
    var parts = [], every = Math.pow(10, Math.floor(Math.log10(most))) / (most < 2 * Math.pow(10, Math.floor(Math.log10(most))) ? 4 : 1);
    for (var v = Math.ceil(least / every) * every; v <= most; v += every) {
      parts.push('<line x1="0" x2="' + W + '" y1="' + y(v) + '" y2="' + y(v) + '" stroke="var(--line)" vector-effect="non-scaling-stroke"/>');
      var label = document.createElement("span");
      label.textContent = v;
      label.style.top = 100 * y(v) / H + "%";
      $("graph").appendChild(label);
    }
    data.tints.forEach(function (tint, seat) {
      parts.push(line(seat, 1, 'stroke="' + tint + '" stroke-width="1.5" stroke-dasharray="2 4"'));
      parts.push(line(seat, 0, 'stroke="var(--ink)" stroke-width="4.5"') + line(seat, 0, 'stroke="' + tint + '" stroke-width="3"'));
    });
    $("curve").innerHTML = parts.join("") + '<line id="mark" y1="0" y2="' + H + '" stroke="var(--hot)" stroke-width="2" vector-effect="non-scaling-stroke"/>';
  })();

  function play() {
    if (timer) { clearInterval(timer); timer = null; }
    else {
      if (at === last) { show(0); }
      timer = setInterval(function () { var n = step(1); if (n === at || at === last) { play(); } else { show(n); } }, calm ? 2000 : 700);
    }
    $("play").textContent = timer ? data.said.pause : data.said.play;
    $("where").setAttribute("aria-live", timer ? "off" : "polite");
  }

  // What can be done
  $("slide").max = last;
  $("slide").addEventListener("input", function () { show(Number(this.value)); });
  $("first").onclick = function () { show(0); };
  $("last").onclick = function () { show(last); };
  $("back").onclick = function () { show(step(-1)); };
  $("on").onclick = function () { show(step(1)); };
  $("play").onclick = play;
  data.chapters.forEach(function (place) { $("chapter").add(new Option(frames[place].m, place)); });
  $("chapter").addEventListener("change", function () { show(Number(this.value)); });
  $("curve").addEventListener("click", function (event) {
    var box = this.getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width * W - 8) / (W - 16) * last));
  });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)) { return; }
    var by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (event.key === "Home") { show(0); }
    else if (event.key === "End") { show(last); }
    else if (by) { show(Math.abs(by) === 1 ? step(by) : at + by); }
    else if (event.key === " " && event.target === document.body) { play(); }
    else { return; }
    event.preventDefault();
  });

  // The index of attacks
  function filter() {
    var by = $("by").value, place = $("at").value;
    Array.prototype.forEach.call(document.querySelectorAll("#attacks tbody tr"), function (row) {
      var cells = row.cells, mine = !by || cells[2].textContent === by || cells[3].textContent === by;
      row.hidden = !(mine && (!place || cells[1].textContent === place));
    });
  }
  if ($("attacks")) { $("by").addEventListener("change", filter); $("at").addEventListener("change", filter); }

  function from() {
    var found = /^#w(\d+)$/.exec(location.hash);
    var n = found ? frames.findIndex(function (frame) { return frame.w0 === Number(found[1]); }) : -1;
    show(n < 0 ? data.first : n, true);
    if (found && n >= 0 && at === n) { $("bar").scrollIntoView(); }
  }
  window.addEventListener("hashchange", from);
  from();
})();
