/** Brands and categories that were made or changed by hand, beside those of the catalogue's files. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { depthOf, pathsByParents } from "#app/models/catalogue/editing/category-place.ts";

import type { SyncRow, TablePlan } from "./sync-table.server.ts";
import { rowText, type ValidationIssue } from "./validation-issue.ts";

/**
 * A category of the files stands below its parent as that is in the shop, and one that is left alone moves with its
 * parent. Its path is null where that cannot be. What is above one that was made or changed by hand is not hidden.
 */
export async function withPathsOfParents(plan: TablePlan): Promise<TablePlan> {
  if (plan.table !== "categories") return plan;
  const stored = await db()
    .selectFrom("categories")
    .select(["id", "slug", "parent_id", "path", "edited_at"])
    .execute();
  const written = new Set(plan.rows.map(({ id }) => id));
  const others = stored.filter(({ id }) => !written.has(id));
  const paths = pathsByParents([...others, ...(plan.rows as unknown as typeof others)]);
  const placed = (id: unknown) => {
    const path = paths.get(Number(id)) ?? null;
    return { path, depth: depthOf(path ?? "") };
  };
  const moved = others.filter(({ id, path, edited_at }) => {
    const to = paths.get(id) ?? null;
    return edited_at !== null && to !== null && to !== path;
  });
  const movedIds = new Set<unknown>(moved.map(({ id }) => id));
  const parents = new Map(stored.map(({ id, parent_id }) => [id, parent_id]));
  const above = new Set<unknown>();
  for (const { id } of others.filter(({ edited_at }) => edited_at !== null))
    for (let parent = parents.get(id); parent && !above.has(parent); parent = parents.get(parent))
      if (!written.has(parent)) above.add(parent);
  return {
    ...plan,
    rows: [
      ...plan.rows.map((row) => ({ ...row, ...placed(row["id"]) })),
      ...moved.map(({ id }) => ({ id, ...placed(id) })),
    ],
    within: (row) => movedIds.has(row["id"]) || (!above.has(row["id"]) && (plan.within?.(row) ?? true)),
  };
}

const ADDRESSES = { brands: "slug", categories: "path" } as const;

type Taking = Readonly<{ plan: TablePlan; overwritesEdits: boolean }>;

/** `rows` of a file whose id or address, as `plan` writes it, belongs to what was made or changed by hand. */
export async function takenByMadeRows(
  rows: ReadonlyArray<SyncRow>,
  { plan: { table, rows: planned }, overwritesEdits }: Taking,
): Promise<ReadonlyArray<ValidationIssue>> {
  if (table !== "brands" && table !== "categories") return [];
  const address = ADDRESSES[table];
  const { rows: others } = await sql<Readonly<{ id: number; address: string; created_by: string }>>`
    select id, ${sql.ref(address)} as address, created_by from ${sql.table(table)}
    where created_by = 'desk' or (edited_at is not null and ${overwritesEdits ? 0 : 1} = 1)`.execute(db());
  const written = new Map(planned.map((row) => [row["id"], row[address]]));
  const owner = table === "brands" ? "a brand" : "a category";
  const taken = `belongs to ${owner} that was made or changed at the desk`;
  return rows.flatMap((row, index) => {
    const { id } = row;
    const to = written.get(id);
    const problems = [
      others.some((other) => other.id === id && other.created_by === "desk") ? ["id", taken] : null,
      others.some((other) => other.address === to && other.id !== id) ? [address, taken] : null,
      to === null ? ["parent_id", "was moved at the desk: this would be inside itself, or too deep"] : null,
    ];
    return problems.flatMap((problem) => {
      const [field = "", message = ""] = problem ?? [];
      const place = { file: `${table}.json`, row: rowText(index, row[address]) };
      return problem ? [{ ...place, field, message }] : [];
    });
  });
}
