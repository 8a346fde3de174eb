/** Stands in for the hosts of tag manager and launcher: hands out their scripts, and remembers who asked for what. */
import { listen } from "#tests/support/shops/listening.ts";

/** As the container does: stores names of its own, and tells its host of what is pushed for it. */
const TAG_MANAGER = `(() => {
  const host = new URL(document.currentScript.src).origin;
  document.cookie = "_ga=GA1.1.12345.67890; path=/; max-age=9999";
  localStorage.setItem("_gcl_ls", "1");
  const tell = (entry) => {
    const [kind, action, terms] = Array.from(entry);
    if (entry.event === "page_view") send("view", entry.page_location + " " + entry.page_title);
    if (kind === "consent") send("consent", action + " " + terms.analytics_storage + " " + terms.ad_storage);
  };
  const send = (kind, text) =>
    fetch(host + "/collect/" + kind + "?" + encodeURIComponent(text), { mode: "no-cors", keepalive: true });
  const queue = window.dataLayer;
  const push = queue.push.bind(queue);
  queue.push = (...entries) => { entries.forEach(tell); return push(...entries); };
  [...queue].forEach(tell);
})();`;

const LAUNCHER = `(() => {
  const host = new URL(document.currentScript.src).origin;
  document.cookie = "omnisendSessionID=abc; path=/; max-age=9999";
  const tell = ([name, value]) =>
    fetch(host + "/collect/" + (name === "track" ? "tracked" : name) + "?" +
      encodeURIComponent(value + (name === "track" ? " " + location.pathname : "")),
      { mode: "no-cors", keepalive: true });
  const queued = window.omnisend;
  window.omnisend = { push: tell };
  queued.forEach(tell);
})();`;

export type TagHosts = Readonly<{
  /** Settings of a shop that uses them. */
  env: Readonly<Record<string, string>>;
  /** What was asked for since the last `forget`, as "view http://… Home" or "script /gtm.js?id=…". */
  requested: () => ReadonlyArray<string>;
  forget: () => void;
  close: () => Promise<void>;
}>;

export async function openTagHosts(): Promise<TagHosts> {
  let requested: Array<string> = [];
  const open = (script: string) =>
    listen((request, response) => {
      const [path = "", query = ""] = (request.url ?? "").split("?");
      const [, collected] = /^\/collect\/(\w+)$/.exec(path) ?? [];
      requested.push(collected ? `${collected} ${decodeURIComponent(query)}` : `script ${request.url ?? ""}`);
      response.setHeader("Content-Type", "text/javascript");
      response.end(collected ? "" : script);
    });
  const [manager, launcher] = [await open(TAG_MANAGER), await open(LAUNCHER)];
  return {
    env: {
      GTM_ID: "GTM-TEST123",
      GTM_ORIGIN: manager.url,
      OMNISEND_BRAND_ID: "brand12345",
      OMNISEND_LAUNCHER_ORIGIN: launcher.url,
    },
    requested: () => requested,
    forget: () => {
      requested = [];
    },
    close: async () => {
      await Promise.all([manager.close(), launcher.close()]);
    },
  };
}
