/** What each page of the built shop brings along, from the files of the build: bytes as they are sent, packed. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { CLIENT, importsOf } from "./built-imports.ts";

type Part = Readonly<{ module: string; css?: ReadonlyArray<string> }>;
type Route = Part & Readonly<{ parentId?: string }>;
type Manifest = Readonly<{ url: string; entry: Part; routes: Readonly<Record<string, Route>> }>;

export type PageWeight = Readonly<{
  /** The route's id, such as "routes/storefront/home". */
  route: string;
  scripts: number;
  styles: number;
  /** How many files of styles. */
  sheets: number;
}>;

/** The weight of every route, by the list of routes that a page of the shop names. */
export function pageWeights(html: string): ReadonlyArray<PageWeight> {
  const list = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0];
  if (!list) throw new Error("The page names no list of routes");
  const text = readFileSync(join(CLIENT, list), "utf8");
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  return Object.entries(manifest.routes).map(([id, route]) => ({
    route: id,
    ...weightOf(route, manifest, list),
  }));
}

function weightOf(route: Route, { entry, routes }: Manifest, list: string): Omit<PageWeight, "route"> {
  const parts: Array<Part> = [entry];
  for (let part: Route | undefined = route; part; part = part.parentId ? routes[part.parentId] : undefined)
    parts.push(part);
  const sheets = parts.flatMap(({ css = [] }) => css);
  const modules = parts.map(({ module }) => module);
  // The list names only what is fetched ahead.
  const scripts = [...modules, ...importsOf(...modules)];
  return {
    scripts: packedBytes([list, ...scripts]),
    styles: packedBytes(sheets),
    sheets: new Set(sheets).size,
  };
}

function packedBytes(files: ReadonlyArray<string>): number {
  return [...new Set(files)].reduce((sum, file) => sum + statSync(join(CLIENT, `${file}.br`)).size, 0);
}
