/** A script that starts the shop, and what it says. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Resolves with what `child` has said when that is that the shop is open; throws it when the child ends before. */
export async function untilOpen(child: ChildProcess): Promise<string> {
  let output = "";
  const ended = once(child, "exit").then(() => Promise.reject(new Error(output)));
  const open = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(" is open at ")) resolve(output);
      });
  });
  ended.catch(() => undefined);
  return Promise.race([open, ended]);
}
