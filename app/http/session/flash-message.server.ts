/** The note that one page leaves for the next one that this browser sees. */
import { commitSession, type Flash, readSession } from "./session.server.ts";

/** The note, if there is one, and the header that takes it away. */
export async function takeNote(
  request: Request,
): Promise<Readonly<{ note: Flash | null; headers: HeadersInit }>> {
  const session = await readSession(request);
  const note = session.takeFlash();
  const cookie = await commitSession(session);
  return { note, headers: cookie ? { "Set-Cookie": cookie } : {} };
}
