import type { Outcome } from "./command.ts";

export async function listChanges(): Promise<Outcome> {
  const { listBulkChanges } = await import("#app/models/desk/products/bulk-changes.server.ts");
  const changes = await listBulkChanges({ staff: null, now: new Date() });
  const lines = changes.map(
    ({ id, title, by, at, takenBackAt }) =>
      `${id}  ${at}  ${title}, ${by || "by a command"}${takenBackAt ? ", taken back" : ""}`,
  );
  return {
    isDone: true,
    words: lines.length === 0 ? "Nothing can be taken back." : lines.join("\n"),
    data: { ok: true, changes },
  };
}

/** For every product that is still as the change left it. */
export async function takeChangeBack(id: number): Promise<Outcome> {
  const { takeBackBulkChange } = await import("#app/models/desk/products/bulk-changes.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const done = await takeBackBulkChange(id, commandLineActor(new Date()));
  if (!done.ok) {
    const problems = [`There is no change ${id}, or it is too old to take back.`];
    return { isDone: false, words: problems.join("\n"), data: { ok: false, problems } };
  }
  const { isChanged, left } = done.value;
  const rest = left === 0 ? "" : ` ${left} ${left === 1 ? "product is" : "products are"} left as they are.`;
  return {
    isDone: true,
    words: isChanged ? `The change has been taken back.${rest}` : "It was taken back before.",
    data: { ok: true, change: id, isChanged, left },
  };
}
