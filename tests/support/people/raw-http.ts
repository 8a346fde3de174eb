/** Speaks to a server byte by byte, as no decent client would. */
import { connect } from "node:net";

/** A server that neither answers nor hangs up for so long has lost the request: status 0. */
const PATIENCE_MS = 60_000;

export type RawAnswer = Readonly<{
  /** 0 when nothing came back before the connection ended. */
  status: number;
  head: string;
  body: string;
}>;

/** Sends `text` as it is to 127.0.0.1:`port` and answers with what came back until the first answer was whole. */
export function rawRequest(port: number, text: string | Buffer): Promise<RawAnswer> {
  const isHead = text.toString().startsWith("HEAD ");
  return new Promise((settle) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(text));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      settle(parse(received));
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (isWhole(received) || (isHead && parse(received).head !== "")) finish();
    });
    socket.on("error", () => undefined);
    socket.on("close", finish);
  });
}

function isWhole(text: string): boolean {
  const { head, body } = parse(text);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (head === "") return false;
  if (/^transfer-encoding: chunked/im.test(head) && body.endsWith("0\r\n\r\n")) return true;
  return /^HTTP\/1\.1 304/.test(head) || (length !== undefined && body.length >= Number(length));
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return { status: 0, head: "", body: "" };
  const head = text.slice(0, end);
  return { status: Number(head.slice(9, 12)), head, body: text.slice(end + 4) };
}
