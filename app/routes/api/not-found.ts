/** Every address under /api that is none: 404 in the words of the shop's API. */
import { json } from "@remix-run/node";

const NOT_FOUND = {
  statusCode: 404,
  message: "Not found",
  data: { message: "Not found", code: "NOT_FOUND" },
};

export function loader() {
  return json(NOT_FOUND, { status: 404 });
}

export function action() {
  return json(NOT_FOUND, { status: 404 });
}
