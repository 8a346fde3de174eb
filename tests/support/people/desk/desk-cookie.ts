import { deskCookie } from "#app/http/session/desk-session.server.ts";

import { deskLogin, deskPerson } from "./desk.ts";

/** The cookie of a new person of the desk who has logged in. */
export async function deskCookieOf(...person: Parameters<typeof deskPerson>): Promise<string> {
  const login = await deskLogin(await deskPerson(...person), new Date());
  if (!login.ok) throw new Error(login.code);
  return deskCookie(login.value);
}
