import { type MySpaces, NO_SPACES, readSpaces, spacesText } from "#app/models/catalogue/my-spaces.ts";

import { DAY_SECONDS, parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

export const MY_SPACES_COOKIE = "boot-and-door";
const MY_SPACES_DAYS = 365;

const cookie = shopCookie(MY_SPACES_COOKIE, { maxAge: MY_SPACES_DAYS * DAY_SECONDS });

export async function findMySpaces(request: WithHeaders): Promise<MySpaces> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" ? readSpaces(value) : NO_SPACES;
}

export function mySpacesCookie(spaces: MySpaces): Promise<string> {
  const text = spacesText(spaces);
  return text === "" ? cookie.end() : cookie.serialize(text);
}
