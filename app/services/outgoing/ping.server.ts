import { connect } from "node:net";

export function ping(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
