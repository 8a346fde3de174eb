/** Every address of the API: each call has one path, and "not found" is the answer at any other. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { refuse } from "#app/http/api/api.server.ts";
import { routeAt } from "#app/models/platform/address-at.ts";
import { refused } from "#app/models/shared/result.ts";

import { cartEndpoints } from "./cart-commands.server.ts";
import { customerEndpoints } from "./customer-commands.server.ts";
import { marketingEndpoints } from "./marketing-commands.server.ts";
import { productEndpoints } from "./product-commands.server.ts";

const ENDPOINTS = new Map([...cartEndpoints, ...productEndpoints, ...customerEndpoints, ...marketingEndpoints]);

export function loader(args: LoaderFunctionArgs) {
  const { pattern = "" } = routeAt(new URL(args.request.url).pathname) ?? {};
  const endpoint = ENDPOINTS.get(`/${pattern.replace(/:(\w+)/g, "{$1}")}`);
  return endpoint ? endpoint(args) : refuse(refused("NOT_FOUND"));
}

export { loader as action };
