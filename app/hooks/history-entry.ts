/**
 * Gives the document's entry of the browser's history a name of its own where it has none, as each move within the
 * page gets one: its scroll position is remembered under it. The router numbers entries; the first is 0.
 */
export function nameHistoryEntry(): void {
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && "key" in state) return;
  window.history.replaceState({ idx: 0, key: Math.random().toString(36).slice(2, 10) }, "");
}
