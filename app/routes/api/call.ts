/** Every address of the API: each call has one path, and "not found" is the answer at any other. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { refuse } from "#app/http/api/api.server.ts";
import { routeAt } from "#app/models/platform/address-at.ts";
import { refused } from "#app/models/shared/result.ts";

import { cartDoors } from "./cart-commands.server.ts";
import { customerDoors } from "./customer-commands.server.ts";
import { marketingDoors } from "./marketing-commands.server.ts";
import { productDoors } from "./product-commands.server.ts";

const DOORS = new Map([...cartDoors, ...productDoors, ...customerDoors, ...marketingDoors]);

export function loader(args: LoaderFunctionArgs) {
  const { pattern = "" } = routeAt(new URL(args.request.url).pathname) ?? {};
  const door = DOORS.get(`/${pattern.replace(/:(\w+)/g, "{$1}")}`);
  return door ? door(args) : refuse(refused("NOT_FOUND"));
}

export { loader as action };
