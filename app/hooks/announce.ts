/** What screen readers are told of a change on the page, through the one live region that is there from the start. */
import { useEffect, useState } from "react";

const listeners = new Set<(text: string) => void>();

/** Has `text` said once, when the screen reader has time. Nothing where no page is shown. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** The text of the live region: what was announced last. */
export function useAnnouncement(): string {
  const [text, setText] = useState("");
  useEffect(() => {
    // The same words again are a change only if something of the text changes.
    const listener = (next: string) => setText((last) => (last === next ? `${next}\u00a0` : next));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return text;
}
