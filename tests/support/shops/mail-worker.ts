/** A worker in a process of its own that can be killed: it says each job it has done, and runs until then. */
import { join } from "node:path";

import { config } from "#app/config.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { startWorker } from "#app/models/jobs/worker.server.ts";
import { mailToFile } from "#app/services/email/mail-to-file.server.ts";

const port = mailToFile(join(config.dataDir, "mail"));

async function send(job: Job): Promise<void> {
  await port.send({
    key: job.key,
    from: { name: "Hollybough", address: "hello@hollybough.example" },
    to: "hannah@example.com",
    subject: `About ${job.key}`,
    text: `This is about ${job.key}.\n${"All is well. ".repeat(2_000)}`,
    html: `<p>This is about ${job.key}.</p>`,
  });
  process.stdout.write(`${job.key}\n`);
}

// The clock of this process runs fast, so that the leases of its killed forerunners are over.
const aheadMs = Number(process.argv[2] ?? "0");
startWorker(
  { "order-confirmation": send },
  { now: () => new Date(Date.now() + aheadMs), pollMs: 20, takeOverAfterMs: 0 },
);
process.stdout.write("ready\n");
