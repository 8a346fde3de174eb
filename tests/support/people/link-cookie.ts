import { exchangeToken } from "#app/http/server/link-token-cookie.server.ts";

/** The cookie that the front server sets when somebody follows the link of an email to `path`. */
export async function linkCookie(path: string, token: string): Promise<string> {
  const exchanged = await exchangeToken({ method: "GET", url: `${path}?token=${token}`, headers: {} });
  return exchanged?.headers["Set-Cookie"] ?? "";
}
