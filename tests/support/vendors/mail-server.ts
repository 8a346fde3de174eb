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

/** Listens on `port`, or on a free one. `refuses` makes it turn every message away. */
export async function startMailServer(
  options: Readonly<{ port?: number; refuses?: boolean }> = {},
): Promise<MailServer> {
  const received: Array<Received> = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, answer) {
      const chunks: Array<Buffer> = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (options.refuses) {
          answer(new Error("Not today"));
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
