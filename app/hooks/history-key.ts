/** The scroll position of the first entry is stored under it. The router numbers entries from 0. */
export function setHistoryKey(): void {
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && "key" in state) return;
  window.history.replaceState({ idx: 0, key: Math.random().toString(36).slice(2, 10) }, "");
}
