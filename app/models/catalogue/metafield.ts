/** The product facts that a page shows, out of all that a catalogue may carry: anything not listed stays inside. */
import type { Specification } from "./product-page.ts";

export type Metafield = Readonly<{ namespace: string; key: string; value: string }>;

type Shown = Readonly<{ label: string; unit?: string }>;

/** Label and unit by "namespace.key", in the order of the page. */
const SHOWN: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ["wood.species", { label: "Wood" }],
  ["wood.origin", { label: "Where the wood grew" }],
  ["wood.certificate_of_origin", { label: "Certificate of origin" }],
  ["play.pieces", { label: "Pieces" }],
  ["play.players", { label: "Players" }],
  ["play.scale", { label: "Scale" }],
  ["play.module_cm", { label: "Size of one block", unit: "cm" }],
  ["play.layout_cm", { label: "Size when laid out", unit: "cm" }],
  ["play.track_compatible", { label: "Fits other wooden track" }],
  ["play.tracks", { label: "Tracks" }],
  ["play.tuning", { label: "Tuning" }],
  ["play.beads", { label: "Beads" }],
  ["play.marbles", { label: "Marbles" }],
  ["play.cord_length_cm", { label: "Length of the cord", unit: "cm" }],
  ["play.wheel_diameter_cm", { label: "Wheels", unit: "cm" }],
  ["play.handle_height_cm", { label: "Height of the handle", unit: "cm" }],
  ["play.worktop_height_cm", { label: "Height of the worktop", unit: "cm" }],
  ["play.seat_height_cm", { label: "Height of the seat", unit: "cm" }],
  ["play.mat_diameter_cm", { label: "Mat", unit: "cm" }],
  ["play.fits_doll_cm", { label: "Fits dolls", unit: "cm" }],
  ["play.strap", { label: "Strap" }],
  ["play.tested_load_kg", { label: "Tested with", unit: "kg" }],
  ["ride.saddle_height_cm", { label: "Height of the saddle", unit: "cm" }],
  ["ride.inside_leg_from_cm", { label: "Inside leg from", unit: "cm" }],
  ["ride.tyres", { label: "Tyres" }],
  ["ride.brake", { label: "Brake" }],
  ["seat.direction", { label: "Seat faces" }],
  ["seat.recline", { label: "Seat back" }],
  ["seat.harness", { label: "Harness" }],
  ["wheels.terrain", { label: "Made for" }],
  ["wheels.tyres", { label: "Tyres" }],
  ["brake.type", { label: "Brake" }],
  ["fit.doorway_cm", { label: "Fits doorways from", unit: "cm" }],
  ["fit.boot", { label: "In the boot" }],
  ["compatibility.carrycots", { label: "Carrycots" }],
  ["compatibility.car_seats", { label: "Car seats" }],
  ["compatibility.adapters", { label: "Adapters" }],
  ["sleep.mattress_size_cm", { label: "Mattress", unit: "cm" }],
  ["sleep.internal_size_cm", { label: "Size inside", unit: "cm" }],
  ["sleep.base_heights", { label: "Heights of the base" }],
  ["sleep.bed_mode_from", { label: "As a bed" }],
  ["sleep.bed_height_cm", { label: "Fits beds", unit: "cm" }],
  ["sleep.styling_note", { label: "In the pictures" }],
  ["storage.drawers", { label: "Drawers" }],
  ["storage.capacity", { label: "Holds" }],
  ["storage.shelf_load_kg", { label: "Load", unit: "kg" }],
  ["storage.shelf_depth_cm", { label: "Depth of the shelf", unit: "cm" }],
  ["storage.hanging_width_cm", { label: "Hanging width", unit: "cm" }],
  ["storage.rail_heights", { label: "Heights of the rail" }],
  ["storage.rail_height_cm", { label: "Height of the rail", unit: "cm" }],
  ["storage.seat_height_cm", { label: "Height of the seat", unit: "cm" }],
  ["storage.arm_height_cm", { label: "Height of the arms", unit: "cm" }],
  ["storage.table_height_cm", { label: "Height of the table", unit: "cm" }],
  ["storage.tread_heights_cm", { label: "Heights of the treads", unit: "cm" }],
  ["storage.platform_heights_cm", { label: "Heights of the platform", unit: "cm" }],
  ["fixing.wall", { label: "Fixing to the wall" }],
  ["carton.size_cm", { label: "Carton", unit: "cm" }],
  ["carton.weight_kg", { label: "Weight of the carton", unit: "kg" }],
  ["personalise.engraving", { label: "Engraving" }],
  ["service.warranty", { label: "Warranty" }],
  ["service.free_spares", { label: "Free spares" }],
]);

/** The rows for a page: known fields that have a value, in the page's order. */
export function shownMetafields(metafields: ReadonlyArray<Metafield>): ReadonlyArray<Specification> {
  const values = new Map(
    metafields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value.trim()]),
  );
  return [...SHOWN].flatMap(([name, { label, unit }]) => {
    const value = values.get(name);
    return value ? [{ label, value: unit ? withUnit(value, unit) : value }] : [];
  });
}

/** What is in the box, where the catalogue says so: "box.contents" is a list with semicolons. */
export function boxContents(metafields: ReadonlyArray<Metafield>): ReadonlyArray<string> {
  const field = metafields.find(({ namespace, key }) => namespace === "box" && key === "contents");
  return (field?.value ?? "")
    .split(";")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** "75 x 40" becomes "75 × 40 cm"; words that carry on after a number keep their own unit. */
function withUnit(value: string, unit: string): string {
  const tidy = value.replace(/(\d) x (?=\d)/g, "$1 × ");
  return /^(?:Up to |About )?[\d.,\s×-]+(?:(?:and|to) [\d.]+)?$/.test(tidy)
    ? `${tidy} ${unit}`
    : insertUnit(tidy, unit);
}

function insertUnit(value: string, unit: string): string {
  return value.replace(
    /^\d[\d.]*(?: (?:×|to) \d[\d.]*)*(?: (?:×|to) )?(?=\D)/,
    (numbers: string) => `${numbers.trimEnd()} ${unit}`,
  );
}
