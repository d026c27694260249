// Projects coastlines (world-atlas) and provinces (provinces.json) to SVG paths and writes
// templates/empires_of_the_ancient_world/map/geo.json. Development time only: `npm install && npm run mediterranean`.
import { readFileSync, writeFileSync } from "node:fs";
import { geoGraticule, geoPath, geoProjection } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import polygonClipping from "polygon-clipping";
import { feature } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";

const here = (path) => new URL(path, import.meta.url);
const json = (path) => JSON.parse(readFileSync(here(path)));
const BOARD = "../../engine/empires_of_the_ancient_world/data/board.toml";

const SIZE = [884, 1000];
const WEST = -11.6, EAST = 49.4, SOUTH = 23.2, NORTH = 55.7; // degrees at the frame
const DETAIL = 0.006; // smallest triangle of a coast that is kept
const STEP = 11.5; // pixels from peak to peak

/** Meridians and parallels stay straight, their distances swell where the board is crowded. */
const swelling = (middle, width, more) => (degrees) =>
  degrees + more * width * Math.tanh((degrees - middle) / width);
const across = swelling(27, 9, 0.28), up = swelling(38.5, 5, 0.16);
const spread = (f, from, to, room) => (degrees) => ((f(degrees) - f(from)) / (f(to) - f(from))) * room;
const X = spread(across, WEST, EAST, SIZE[0]), Y = spread(up, NORTH, SOUTH, SIZE[1]);
const degrees = (radians) => (radians * 180) / Math.PI;
const place = ([lon, lat]) => [X(lon), Y(lat)];
const projection = () =>
  geoProjection((lambda, phi) => [X(degrees(lambda)), -Y(degrees(phi))]).scale(1).translate(place([0, 0])).precision(0.3);

/** Chaikin's corner cutting of a closed line. */
function smooth(ring, times = 2) {
  for (let n = 0; n < times; n++)
    ring = ring.flatMap((a, i) => {
      const b = ring[(i + 1) % ring.length];
      return [[0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]], [0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]]];
    });
  return ring;
}

const digits = (n) => n.toFixed(1).replace(/\.0$/, "");
const line = (points) => "M" + points.map((p) => p.map(digits).join(" ")).join("L");
const path = (polygons) => polygons.flat().map((ring) => line(ring.slice(0, -1)) + "Z").join("");

function area([ring]) {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) sum += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1];
  return Math.abs(sum / 2);
}

function coasts() {
  const atlas = simplify(presimplify(json("node_modules/world-atlas/land-50m.json")), DETAIL);
  const clipped = projection().clipExtent([[-12, -12], [SIZE[0] + 12, SIZE[1] + 12]]);
  const { features } = geoProject(feature(atlas, atlas.objects.land), clipped);
  return polygonClipping
    .union(...features.map(({ geometry: g }) => (g.type === "Polygon" ? [g.coordinates] : g.coordinates)))
    .filter((polygon) => area(polygon) > 2.5);
}

/** Each province is the land in its outline that no earlier one has: neighbours share their border. */
function provinces(land) {
  const { wastes, provinces: outlines } = json("provinces.json");
  const found = {}, [w, h] = SIZE, frame = [[[0, 0], [w, 0], [w, h], [0, h]]];
  let taken = Object.values(wastes).map((points) => [smooth(points.map(place))]);
  for (const [key, points] of Object.entries(outlines)) {
    const outline = [smooth(points.map(place))];
    const own = polygonClipping.difference(polygonClipping.intersection(land, outline, frame), taken);
    found[key] = own.filter((polygon) => area(polygon) > 2.5);
    taken = polygonClipping.union(taken, [outline]);
  }
  return found;
}

const segments = (polygons) => polygons.flat().flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to]));

function distance([x, y], [[ax, ay], [bx, by]]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** Where the outline of one runs along that of another: lines of points a pixel apart. */
function shared(one, other, land) {
  const theirs = segments(other), shore = segments(land);
  const lines = [[]];
  for (const [a, b] of segments(one)) {
    const steps = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1])));
    for (let n = 0; n < steps; n++) {
      const point = [a[0] + ((b[0] - a[0]) * n) / steps, a[1] + ((b[1] - a[1]) * n) / steps];
      const on = theirs.some((s) => distance(point, s) < 0.2) && !shore.some((s) => distance(point, s) < 0.2);
      if (on) lines.at(-1).push(point);
      else if (lines.at(-1).length) lines.push([]);
    }
  }
  if (lines.length > 1 && lines.at(-1).length && lines[0].length) lines[0] = [...lines.pop(), ...lines[0]];
  return lines.filter((points) => points.length > 3);
}

/** The edges of the board by land, as its file names them. */
function edges() {
  const kinds = {};
  let key;
  for (const text of readFileSync(here(BOARD), "utf8").split("\n")) {
    const [, name, value] = /^(\w+) = "(.+)"$/.exec(text) ?? [];
    if (name === "key") key = value;
    if (value === "land" && name !== "kind" || value === "mountain") kinds[[key, name].sort().join(" ")] = value;
  }
  return kinds;
}

function borders(found, land) {
  const kinds = edges(), out = { land: {}, mountain: {} }, wrong = [];
  const keys = Object.keys(found).sort();
  for (const [i, one] of keys.entries())
    for (const other of keys.slice(i + 1)) {
      const lines = shared(found[one], found[other], land), kind = kinds[`${one} ${other}`];
      const long = lines.reduce((sum, points) => sum + points.length, 0);
      if (!kind !== long < 4) wrong.push(`${one} and ${other}: ${kind ?? "no border"}, ${long} pixels on the map`);
      if (kind && lines.length) out[kind][`${one} ${other}`] = lines;
    }
  if (wrong.length) console.error(wrong.join("\n"));
  return out;
}

/** Peaks along a border, its whole length shared out evenly. */
function peaks(lines) {
  return lines.flatMap((points) => {
    const count = Math.max(1, Math.round(points.length / STEP));
    return Array.from({ length: count }, (_, n) => points[Math.floor(((n + 0.5) * points.length) / count)].map((v) => +digits(v)));
  });
}

const thin = (points) => points.filter((_, i) => i % 3 === 0 || i === points.length - 1);

if (process.argv[2] === "find") {
  console.log(place(process.argv.slice(3).map(Number)).map(digits).join(" "));
} else {
  const land = coasts();
  const found = provinces(land);
  const edge = borders(found, land);
  const out = {
    size: SIZE,
    land: path(land),
    graticule: geoPath(projection().clipExtent([[0, 0], SIZE])).digits(1)(geoGraticule().step([10, 10])()),
    areas: Object.fromEntries(Object.entries(found).map(([key, polygons]) => [key, path(polygons)])),
    borders: Object.fromEntries(Object.entries(edge.land).map(([pair, lines]) => [pair, lines.map((p) => line(thin(p))).join("")])),
    peaks: Object.fromEntries(Object.entries(edge.mountain).map(([pair, lines]) => [pair, peaks(lines)])),
  };
  writeFileSync(here("../../templates/empires_of_the_ancient_world/map/geo.json"), JSON.stringify(out, null, 1) + "\n");
  console.log("land", out.land.length, "areas", Object.values(out.areas).join("").length);
}
