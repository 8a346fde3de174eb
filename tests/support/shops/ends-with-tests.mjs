/** Loaded into a shop that a test process starts and never stops: the shop ends when that process does, however it ends. */
import process from "node:process";

process.stdin.on("end", () => process.exit());
process.stdin.resume();
// A shop that was told to stop ends without waiting for this.
process.stdin.unref();
