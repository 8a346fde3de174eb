/** Text that this tab remembers over moves and reloads, for as long as it is open. Null where it may not remember. */
export function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers `text`, or forgets what was there when there is none. Where nothing can be remembered, nothing is. */
export function writeKept(name: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // A full or forbidden store costs comfort, never the page.
  }
}
