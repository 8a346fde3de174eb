import type { CatalogueCompatibility } from "./delivery-schema.ts";
import type { Report } from "./validation-issue.ts";
import type { Catalogue } from "./read-catalogue.server.ts";

const FILE = "compatibility.json";

type Refuse = (row: string, field: string, message: string) => void;

export function checkCompatibility({ compatibility, named }: Catalogue, report: Report): void {
  if (!compatibility) return;
  const refuse: Refuse = (row, field, message) => {
    report({ file: FILE, row, field, message });
  };
  const { chassis, carrycots, car_seats: seats, adapters } = compatibility;
  const ids = [
    ...chassis.map(({ product }) => product),
    ...[...carrycots, ...seats, ...adapters].map(({ id }) => id),
  ];
  for (const id of new Set(ids.filter((one, place) => ids.indexOf(one) !== place)))
    refuse(id, "id", "is used twice");
  for (const { product } of chassis) {
    if (!named.products.has(product)) refuse(product, "product", `there is no product ${product}`);
  }
  checkMatrix(compatibility, refuse);
  checkPairs(compatibility, refuse);
}

function checkMatrix(
  { chassis, carrycots, car_seats: seats, adapters, matrix }: CatalogueCompatibility,
  refuse: Refuse,
): void {
  const chassisIds = new Set(chassis.map(({ product }) => product));
  const adapterIds = new Set(adapters.map(({ id }) => id));
  const items = new Set([
    ...carrycots.map(({ id }) => `carrycot ${id}`),
    ...seats.map(({ id }) => `car_seat ${id}`),
  ]);
  for (const [place, { chassis: on, item_type: type, item, adapter }] of matrix.entries()) {
    const row = `matrix row ${place + 1} (${on}, ${item})`;
    if (!chassisIds.has(on)) refuse(row, "chassis", `there is no chassis ${on}`);
    if (!items.has(`${type} ${item}`)) refuse(row, "item", `there is no ${type} ${item}`);
    if (adapter && !adapterIds.has(adapter)) refuse(row, "adapter", `there is no adapter ${adapter}`);
  }
}

/** A pair that is missing would read as "does not fit", and one that is there twice as whatever comes first. */
function checkPairs(
  { chassis, carrycots, car_seats: seats, matrix }: CatalogueCompatibility,
  refuse: Refuse,
): void {
  for (const { product } of chassis) {
    for (const { id } of [...carrycots, ...seats]) {
      const count = matrix.filter((row) => row.chassis === product && row.item === id).length;
      if (count !== 1)
        refuse(`matrix (${product}, ${id})`, "", count === 0 ? "is missing" : "is listed twice");
    }
  }
}
