import { refuse } from "#app/http/api/api.server.ts";
import { refused } from "#app/models/shared/result.ts";

export function loader() {
  return refuse(refused("NOT_FOUND"));
}

export function action() {
  return refuse(refused("NOT_FOUND"));
}
