import { useEffect, useSyncExternalStore } from "react";

const showing = new Set<symbol>();
const listeners = new Set<() => void>();

export function useErrorOnPage(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const part = Symbol("part with an error");
    showing.add(part);
    notify();
    return () => {
      showing.delete(part);
      notify();
    };
  }, [isShown]);
}

/** False on the server. */
export function useHasErrorOnPage(): boolean {
  return useSyncExternalStore(subscribe, isAnyShowing, isNoneShowing);
}

const isAnyShowing = () => showing.size > 0;
const isNoneShowing = () => false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
