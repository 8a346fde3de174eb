import {
  addMaterial,
  changeMaterial,
  listMaterials,
  lockMaterial,
  type Material,
  removeMaterial,
} from "#app/models/catalogue/materials.server.ts";
import { idField, idIn, textField } from "#app/models/resource/field.ts";
import { listedRows, resource } from "#app/models/resource/resource.ts";
import { ok } from "#app/models/shared/result.ts";

const fields = {
  id: idField(),
  name: textField({ label: "Name", max: 60, missing: "Enter a name" }),
  care: textField({ label: "How to care for it", max: 500, rows: 3 }),
};

export const materials = resource<typeof fields, Material, undefined>({
  ...{ name: "materials", kind: "material", one: "material", title: "Materials" },
  menu: { group: "goods", icon: "list" },
  about: "What your products are made of, and how to care for it.",
  ...{ see: "see-products", edit: "edit-products" },
  fields,
  key: "id",
  called: "name",
  rows: {
    ...listedRows(listMaterials, {
      key: ({ id }) => String(id),
      text: ({ name, care }) => `${name} ${care}`,
    }),
    lock: (key) => lockMaterial(idIn(key)),
  },
  list: {
    columns: ["name"],
    views: [{ key: "all", title: "All", empty: { title: "Nothing here", text: "There is no material." } }],
    find: "A part of a name",
    note: ({ care }) => care,
  },
  async add(row, { request }) {
    return ok(await addMaterial(row, request));
  },
  async change(row, { id }) {
    await changeMaterial(id, row);
    return ok(String(id));
  },
  commands: {
    remove: {
      ...{ label: "Remove", logged: "removed", log: "Removed the material", done: "is removed." },
      run: async ({ id }) => ok(await removeMaterial(id)),
      undo: "add",
    },
  },
});
