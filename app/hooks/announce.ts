import { useEffect, useState } from "react";

const listeners = new Set<(text: string) => void>();

export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function useAnnouncement(): string {
  const [text, setText] = useState("");
  useEffect(() => {
    // A repeated text must change to be announced again.
    const listener = (next: string) => setText((last) => (last === next ? `${next}\u00a0` : next));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return text;
}
