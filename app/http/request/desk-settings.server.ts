/** Settings of the desk that routes need. */
import { config } from "#app/config.server.ts";

/** Whether the desk keeps the words of messages to the shop. */
export function keepsMessages(): boolean {
  return config.keepsMessages;
}
