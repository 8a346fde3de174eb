import { commitSession, type Flash, readSession } from "./session.server.ts";

export async function takeNote(
  request: Request,
): Promise<Readonly<{ note: Flash | null; headers: HeadersInit }>> {
  const session = await readSession(request);
  const note = session.takeFlash();
  const cookie = await commitSession(session);
  return { note, headers: cookie ? { "Set-Cookie": cookie } : {} };
}
