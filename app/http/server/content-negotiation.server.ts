import type { PageEncoding } from "#app/http/cache/render-cache.server.ts";

export function bestEncoding(header: string | null): PageEncoding {
  if (!header) return "identity";
  if (takes(header, "br")) return "br";
  return takes(header, "gzip") ? "gzip" : "identity";
}

/** True if `header`, a list such as Accept, names `token` without q=0. */
export function takes(header: string, token: string): boolean {
  return header.split(",").some((item) => {
    const [name = "", ...parameters] = item
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    return name === token && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

export function matchesTag(header: string | null, isTag: (tag: string) => boolean): boolean {
  if (!header) return false;
  return header.split(",").some((item) => isTag(item.trim().replace(/^W\//, "").replaceAll('"', "")));
}
