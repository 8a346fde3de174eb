import { matchRoutes } from "@remix-run/react";

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>;
type Parts = Readonly<{ module: string; imports?: ReadonlyArray<string> }>;
type Shop = Readonly<{
  __remixRouter?: Readonly<{ routes: Routes }>;
  __remixManifest?: Readonly<{ routes: Readonly<Record<string, Parts>> }>;
}>;

const fetched = new Set<string>();

/** Fetches the scripts of the page at `path` before a form is sent there. A browser fetches each once. */
export function fetchRouteAhead(path: string): void {
  if (fetched.has(path)) return;
  fetched.add(path);
  for (const href of scriptsOf(path))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

function scriptsOf(path: string): ReadonlyArray<string> {
  const { __remixRouter: router, __remixManifest: manifest } = window as Shop;
  const id = matchRoutes(router?.routes ?? [], path)?.at(-1)?.route.id ?? "";
  const { module, imports = [] } = manifest?.routes[id] ?? {};
  return module ? [module, ...imports] : [];
}
