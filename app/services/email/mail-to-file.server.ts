import { randomBytes } from "node:crypto";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import MailComposer from "nodemailer/lib/mail-composer";

import { emailMessage } from "./email-message.server.ts";
import type { EmailPort } from "./email-port.ts";

export function mailToFile(folder: string): EmailPort {
  return {
    async send(email) {
      const message = emailMessage(email);
      const file = join(folder, `${email.key}.eml`);
      if (await isThere(file)) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, await compose(message));
    },
  };
}

/** True for a message that an earlier try, whose worker was killed before it could say so, has written. */
async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

function compose(message: ReturnType<typeof emailMessage>): Promise<Buffer> {
  return new MailComposer(message).compile().build();
}

/** The file appears under its name only when it is complete and on the disk. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
