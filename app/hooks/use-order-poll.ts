import { useEffect } from "react";

/** In milliseconds; later checks come every five seconds. */
const QUICK_MS = 1_000;
const QUICK_CHECKS = 10;
const SLOW_MS = 5_000;

/** Loads a document: the page's Refresh header survives a client-side move and would pull the shopper back. */
export function useOrderPoll(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let checks = 0;
    const given = new AbortController();
    const check = async () => {
      checks += 1;
      if (await leadsOn(given.signal)) window.location.reload();
      else if (!given.signal.aborted) plan(checks < QUICK_CHECKS ? QUICK_MS : SLOW_MS);
    };
    let timer = 0;
    const plan = (wait: number) => {
      timer = window.setTimeout(() => void check(), wait);
    };
    plan(QUICK_MS);
    return () => {
      given.abort();
      window.clearTimeout(timer);
    };
  }, [isOn]);
}

async function leadsOn(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(window.location.href, { redirect: "manual", signal });
    return answer.type === "opaqueredirect";
  } catch {
    return false;
  }
}
