import type { StrapiSettings } from "#app/config.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";

import type { RemoteContent } from "./cached-content.server.ts";
import { findVersion, strapiSource } from "./content-strapi.server.ts";
import { STRAPI_LIMITS, strapiReader } from "./strapi-client.server.ts";
import { StrapiError } from "./strapi-error.ts";
import { STAND_IN } from "./strapi-texts.server.ts";

const PROBE_MS = 5_000;
const PROBE_MAX_BYTES = 100_000;

export type Finding = Readonly<{ what: string; verdict: "ok" | "warn" | "fail"; words: string }>;

export async function checkStrapi(
  settings: StrapiSettings,
  imageOrigins: ReadonlyArray<string>,
): Promise<ReadonlyArray<Finding>> {
  const findings: Array<Finding> = [];
  try {
    const read = strapiReader(settings, STRAPI_LIMITS);
    for (const collection of ["articles", "pages"])
      await read(`/${collection}`, [["pagination[pageSize]", 1]]);
    const version = settings.version ?? (await findVersion(read));
    findings.push({ what: "server", verdict: "ok", words: `${settings.url}, Strapi ${version}` });
    findings.push(await tokenFinding(settings));
    const content = await strapiSource(settings, { imageOrigins }).read();
    return [...findings, ...contentFindings(content)];
  } catch (error) {
    return [...findings, { what: "server", verdict: "fail", words: wordsOf(error) }];
  }
}

/** Asks for an article to be made of nothing, which every version refuses: to a reader with 403, to a writer with 400. */
async function tokenFinding({ url, token }: StrapiSettings): Promise<Finding> {
  const { status } = await fetchText(new URL(`${url}/api/articles`), {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: "{}",
    timeoutMs: PROBE_MS,
    maxBytes: PROBE_MAX_BYTES,
  });
  return status === 403 || status === 405
    ? { what: "token", verdict: "ok", words: "may only read" }
    : { what: "token", verdict: "warn", words: "may do more than read: make a read-only one" };
}

function contentFindings({ articles, pages, problems }: RemoteContent): ReadonlyArray<Finding> {
  const bare = articles.filter(({ image }) => image === STAND_IN).length;
  return [
    count("articles", articles.length),
    count("pages", pages.length),
    ...(bare === 0
      ? []
      : [
          {
            what: "images",
            verdict: "warn" as const,
            words: `${bare} articles have none that may be shown: is the host in IMAGE_DOMAINS?`,
          },
        ]),
    ...problems.map((words) => ({ what: "left out", verdict: "warn" as const, words })),
  ];
}

function count(what: string, number: number): Finding {
  return number === 0
    ? { what, verdict: "warn", words: "none is published" }
    : { what, verdict: "ok", words: String(number) };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof StrapiError)) return failureText(error);
  const hint = HINTS[error.status];
  return `${error.status} ${error.name}: ${error.message}${hint ? ` (${hint})` : ""}`;
}

const HINTS: Readonly<Record<number, string>> = {
  401: "STRAPI_TOKEN is not taken",
  403: "the token may not find articles and pages",
  404: "there is no collection articles or pages",
};
