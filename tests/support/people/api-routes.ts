/** The API's own doors without sockets: the addresses of app/routes.ts, matched as the shop's framework matches them. */
import { join, resolve } from "node:path";

import type { RouteConfigEntry } from "@remix-run/route-config";
import type { RouteObject } from "react-router-dom";
import { createStaticHandler } from "react-router-dom/server.js";

import { CLIENT_ADDRESS_HEADER } from "#app/http/server/client-address.server.ts";
import routes from "#app/routes.ts";

import type { Transport } from "./api.ts";

const ORIGIN = "http://localhost:3000";
const APP = resolve(import.meta.dirname, "../../../app");

type Door = (args: {
  request: Request;
  params: Record<string, string | undefined>;
  context: object;
}) => unknown;
type Module = Readonly<{ loader: Door; action?: Door }>;

/** `addressOf` names the network address of each request: limits must not add up over tests. */
export async function throughApiRoutes(addressOf: () => string): Promise<Transport> {
  const entries = (routes as ReadonlyArray<RouteConfigEntry>).filter(({ path }) => path?.startsWith("api/"));
  const handler = createStaticHandler(await Promise.all(entries.map(routeOf)));
  return async ({ method, path, headers, body }) => {
    const request = new Request(ORIGIN + path, {
      method,
      headers: { [CLIENT_ADDRESS_HEADER]: addressOf(), ...headers },
      body,
    });
    const response = (await handler.queryRoute(request)) as Response;
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === "" ? null : JSON.parse(text),
    };
  };
}

async function routeOf({ id, path, file }: RouteConfigEntry): Promise<RouteObject> {
  const { loader, action } = (await import(/* @vite-ignore */ join(APP, file))) as Module;
  const door = (own: Door | undefined) =>
    own && ((args: { request: Request; params: object }) => own(filled(args)));
  return {
    id: id ?? file,
    path: `/${path ?? ""}`,
    loader: door(loader),
    action: door(action),
  } as RouteObject;
}

function filled({ request, params }: { request: Request; params: object }) {
  return { request, params: { ...params } as Record<string, string | undefined>, context: {} };
}
