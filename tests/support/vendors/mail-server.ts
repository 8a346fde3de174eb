/** A real mail server in the test process: what it accepts can be read, and it can be stopped and started again. */
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

import { freePort } from "#tests/support/shops/listening.ts";

export type Received = Readonly<{ from: string; to: ReadonlyArray<string>; raw: string; mail: Email }>;

export type MailServer = Readonly<{
  url: string;
  received: ReadonlyArray<Received>;
  stop(): Promise<void>;
}>;

/** `code` is the reply's, as 550; a message that is refused at "DATA" has been sent to its end. */
export type MailRefusal = Readonly<{ at: "MAIL FROM" | "RCPT TO" | "DATA"; code: number }>;

/** Listens on `port`, or on a free one. `refuses` makes it turn every message away. */
export async function startMailServer(
  options: Readonly<{ port?: number; refuses?: MailRefusal }> = {},
): Promise<MailServer> {
  const received: Array<Received> = [];
  const refusalAt = (at: MailRefusal["at"]) =>
    options.refuses?.at === at
      ? Object.assign(new Error("Not today"), { responseCode: options.refuses.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onMailFrom: (_address, _session, answer) => answer(refusalAt("MAIL FROM")),
    onRcptTo: (_address, _session, answer) => answer(refusalAt("RCPT TO")),
    onData(stream, session, answer) {
      const chunks: Array<Buffer> = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refusal = refusalAt("DATA");
        if (refusal) {
          answer(refusal);
          return;
        }
        const raw = Buffer.concat(chunks).toString("utf8");
        const from = session.envelope.mailFrom;
        void PostalMime.parse(raw).then((mail) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ from: from ? from.address : "", to, raw, mail });
          answer();
        });
      });
    },
  });
  const port = options.port ?? (await freePort());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
