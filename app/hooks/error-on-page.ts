/** Whether the page shows an error that a form was answered with while the page stayed: its title says so too. */
import { useEffect, useSyncExternalStore } from "react";

/** Parts of the page that show one now. */
const showing = new Set<symbol>();
const listeners = new Set<() => void>();

/** Tells the title of the page that a part of it shows an error, for as long as `isShown`. */
export function useErrorOnPage(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const part = Symbol("part with an error");
    showing.add(part);
    tell();
    return () => {
      showing.delete(part);
      tell();
    };
  }, [isShown]);
}

/** True while a part of the page shows an error. False on the server, which answers with whole pages. */
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

function tell(): void {
  for (const listener of listeners) listener();
}
