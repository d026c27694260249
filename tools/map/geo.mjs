// Projects coastlines (world-atlas) and region outlines (polys.json) to SVG paths, panel by panel,
// and writes templates/struggle_of_empires/map/geo.json. Development time only: `npm install && npm run geo`.
import { readFileSync, writeFileSync } from "node:fs";
import { geoAzimuthalEqualAreaRaw, geoProjection } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import polygonClipping from "polygon-clipping";
import { feature } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";

const here = (path) => new URL(path, import.meta.url);
const json = (path) => JSON.parse(readFileSync(here(path)));

/** Azimuthal; the middle larger than the rim: the crowded heart of Europe gets the room. */
const bulge = (b) => (lambda, phi) => {
  const c = Math.acos(Math.cos(phi) * Math.cos(lambda));
  const k = c ? (b * Math.atan(c / b)) / Math.sin(c) : 1;
  return [k * Math.cos(phi) * Math.sin(lambda), k * Math.sin(phi)];
};

// size in pixels; at: the pixel where the projection's centre lies; detail: smallest triangle kept.
const PANELS = {
  europe: {
    size: [884, 700], at: [456, 346], detail: 0.006,
    projection: () => geoProjection(bulge(0.42)).rotate([-14.5, -50.2]).scale(1530),
  },
  americas: {
    size: [446, 470], at: [226, 226], detail: 0.05,
    projection: () => geoProjection(geoAzimuthalEqualAreaRaw).rotate([78, -14]).scale(262),
  },
  africa: {
    size: [430, 200], at: [300, 100], detail: 0.05,
    projection: () => geoProjection(geoAzimuthalEqualAreaRaw).rotate([-18, -1]).scale(152),
  },
  india: {
    size: [430, 200], at: [322, 92], detail: 0.02,
    projection: () => geoProjection(geoAzimuthalEqualAreaRaw).rotate([-80, -21]).scale(286),
  },
  east_indies: {
    size: [430, 200], at: [290, 112], detail: 0.02,
    projection: () => geoProjection(geoAzimuthalEqualAreaRaw).rotate([-117, -2]).scale(262),
  },
};

const { arcs, regions } = json("polys.json");

/** Chaikin's corner cutting with the ends kept, so that neighbours still share their border. */
function smooth(line, times = 2) {
  for (let n = 0; n < times; n++) {
    const cut = [line[0]];
    for (let i = 0; i + 1 < line.length; i++) {
      const [a, b] = [line[i], line[i + 1]];
      cut.push([0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]]);
      cut.push([0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]]);
    }
    cut.push(line.at(-1));
    line = cut;
  }
  return line;
}

const smoothed = Object.fromEntries(Object.entries(arcs).map(([name, line]) => [name, smooth(line)]));

/** A ring as a list of arc names ("-" before one taken backwards) and lists of points. */
function ring(parts) {
  const points = [];
  let joint = false;
  for (const part of parts) {
    const isArc = typeof part === "string";
    let line = isArc ? smoothed[part.replace(/^-/, "")] : part;
    if (!line) throw new Error(`no arc ${part}`);
    if (isArc && part.startsWith("-")) line = [...line].reverse();
    if (isArc && joint && String(points.at(-1)) !== String(line[0])) throw new Error(`${part} does not join`);
    points.push(...line);
    joint = isArc;
  }
  return points;
}

// A border between two regions is one arc, drawn for both: no slivers, no overlap.
const uses = Object.values(regions).flatMap(({ rings }) => rings.flat()).filter((part) => typeof part === "string");
for (const name of Object.keys(arcs)) {
  const times = uses.filter((part) => part.replace(/^-/, "") === name).length;
  if (times < 1 || times > 2) throw new Error(`arc ${name} is used ${times} times`);
}

const digits = (n) => n.toFixed(1).replace(/\.0$/, "");
const path = (polygons) =>
  polygons.flat().map((r) => "M" + r.slice(0, -1).map((p) => p.map(digits).join(" ")).join("L") + "Z").join("");

function area(polygon) {
  const r = polygon[0];
  let sum = 0;
  for (let i = 0; i + 1 < r.length; i++) sum += r[i][0] * r[i + 1][1] - r[i + 1][0] * r[i][1];
  return Math.abs(sum / 2);
}

function panel(name, { size: [w, h], at, detail, projection }) {
  const atlas = simplify(presimplify(json("node_modules/world-atlas/land-50m.json")), detail);
  const margin = 12;
  const clip = [[-margin, -margin], [w + margin, h + margin]];
  const whole = projection().translate(at).precision(0.3);
  const clipped = projection().translate(at).precision(0.3).clipAngle(80).clipExtent(clip);
  const projected = geoProject(feature(atlas, atlas.objects.land), clipped);
  const land = polygonClipping
    .union(...projected.features.map((f) => (f.geometry.type === "Polygon" ? [f.geometry.coordinates] : f.geometry.coordinates)))
    .filter((polygon) => area(polygon) > 2.5);
  const own = {};
  for (const [key, region] of Object.entries(regions)) {
    if (region.panel !== name) continue;
    const rings = region.rings.map((parts) => [[...ring(parts), ring(parts)[0]].map((p) => whole(p))]);
    own[key] = path(polygonClipping.intersection(land, rings));
  }
  return {
    size: [w, h],
    land: path(land),
    regions: own,
  };
}

const out = Object.fromEntries(Object.entries(PANELS).map(([name, p]) => [name, panel(name, p)]));
// A finder for hand-placing: where on its panel a longitude and latitude lies.
if (process.argv[2] === "find") {
  const [name, lon, lat] = process.argv.slice(3);
  console.log(PANELS[name].projection().translate(PANELS[name].at)([+lon, +lat]).map(digits).join(" "));
} else {
  const target = here("../../templates/struggle_of_empires/map/geo.json");
  writeFileSync(target, JSON.stringify(out, null, 1) + "\n");
  for (const [name, p] of Object.entries(out))
    console.log(name, "land", p.land.length, "regions", Object.values(p.regions).join("").length);
}
