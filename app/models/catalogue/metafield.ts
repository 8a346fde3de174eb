import type { Specification } from "./product-page.ts";

export type Metafield = Readonly<{ namespace: string; key: string; value: string }>;

type Shown = Readonly<{ label: string; unit?: string }>;

const SHOWN: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ["wood.species", { label: "Wood" }],
  ["wood.origin", { label: "Wood grown in" }],
  ["wood.certificate_of_origin", { label: "Wood certification" }],
  ["play.pieces", { label: "Pieces" }],
  ["play.players", { label: "Players" }],
  ["play.scale", { label: "Scale" }],
  ["play.module_cm", { label: "Block size", unit: "cm" }],
  ["play.layout_cm", { label: "Layout size", unit: "cm" }],
  ["play.track_compatible", { label: "Fits other wooden track" }],
  ["play.tracks", { label: "Tracks" }],
  ["play.tuning", { label: "Tuning" }],
  ["play.beads", { label: "Beads" }],
  ["play.marbles", { label: "Marbles" }],
  ["play.cord_length_cm", { label: "Cord length", unit: "cm" }],
  ["play.wheel_diameter_cm", { label: "Wheels", unit: "cm" }],
  ["play.handle_height_cm", { label: "Handle height", unit: "cm" }],
  ["play.worktop_height_cm", { label: "Worktop height", unit: "cm" }],
  ["play.seat_height_cm", { label: "Seat height", unit: "cm" }],
  ["play.mat_diameter_cm", { label: "Mat", unit: "cm" }],
  ["play.fits_doll_cm", { label: "Fits dolls", unit: "cm" }],
  ["play.strap", { label: "Strap" }],
  ["play.tested_load_kg", { label: "Tested to", unit: "kg" }],
  ["ride.saddle_height_cm", { label: "Saddle height", unit: "cm" }],
  ["ride.inside_leg_from_cm", { label: "Minimum inside leg", unit: "cm" }],
  ["ride.tyres", { label: "Tyres" }],
  ["ride.brake", { label: "Brake" }],
  ["seat.direction", { label: "Seat direction" }],
  ["seat.recline", { label: "Recline" }],
  ["seat.harness", { label: "Harness" }],
  ["wheels.terrain", { label: "Suitable for" }],
  ["wheels.tyres", { label: "Tyres" }],
  ["brake.type", { label: "Brake" }],
  ["fit.doorway_cm", { label: "Minimum doorway width", unit: "cm" }],
  ["fit.boot", { label: "Fit in a car boot" }],
  ["compatibility.carrycots", { label: "Carrycots" }],
  ["compatibility.car_seats", { label: "Car seats" }],
  ["compatibility.adapters", { label: "Adapters" }],
  ["sleep.mattress_size_cm", { label: "Mattress", unit: "cm" }],
  ["sleep.internal_size_cm", { label: "Internal size", unit: "cm" }],
  ["sleep.base_heights", { label: "Base heights" }],
  ["sleep.bed_mode_from", { label: "As a bed" }],
  ["sleep.bed_height_cm", { label: "Fits beds", unit: "cm" }],
  ["sleep.styling_note", { label: "Shown in images" }],
  ["storage.drawers", { label: "Drawers" }],
  ["storage.capacity", { label: "Capacity" }],
  ["storage.shelf_load_kg", { label: "Maximum load", unit: "kg" }],
  ["storage.shelf_depth_cm", { label: "Shelf depth", unit: "cm" }],
  ["storage.hanging_width_cm", { label: "Hanging width", unit: "cm" }],
  ["storage.rail_heights", { label: "Rail heights" }],
  ["storage.rail_height_cm", { label: "Rail height", unit: "cm" }],
  ["storage.seat_height_cm", { label: "Seat height", unit: "cm" }],
  ["storage.arm_height_cm", { label: "Arm height", unit: "cm" }],
  ["storage.table_height_cm", { label: "Table height", unit: "cm" }],
  ["storage.tread_heights_cm", { label: "Tread heights", unit: "cm" }],
  ["storage.platform_heights_cm", { label: "Platform heights", unit: "cm" }],
  ["fixing.wall", { label: "Wall fixing" }],
  ["carton.size_cm", { label: "Carton size", unit: "cm" }],
  ["carton.weight_kg", { label: "Carton weight", unit: "kg" }],
  ["personalise.engraving", { label: "Engraving" }],
  ["service.warranty", { label: "Warranty" }],
  ["service.free_spares", { label: "Free spare parts" }],
]);

export function namespaceOfLabel(label: string): string | null {
  const found = [...SHOWN].find(([, shown]) => shown.label === label);
  return found?.[0].split(".", 1)[0] ?? null;
}

export function shownMetafields(metafields: ReadonlyArray<Metafield>): ReadonlyArray<Specification> {
  const values = new Map(
    metafields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value.trim()]),
  );
  return [...SHOWN].flatMap(([name, { label, unit }]) => {
    const value = values.get(name);
    return value ? [{ label, value: unit ? withUnit(value, unit) : value }] : [];
  });
}

/** "box.contents" is a list with semicolons. */
export function boxContents(metafields: ReadonlyArray<Metafield>): ReadonlyArray<string> {
  const field = metafields.find(({ namespace, key }) => namespace === "box" && key === "contents");
  return (field?.value ?? "")
    .split(";")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** "75 x 40" becomes "75 × 40 cm". A text after a number keeps its own unit. */
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
