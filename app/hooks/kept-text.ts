/** Text in session storage, or null. */
export function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** An empty text removes the entry. */
export function writeKept(name: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Storage may be full or forbidden.
  }
}
