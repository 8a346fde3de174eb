import { keepFilesPrivate } from "#app/config/private-files.server.ts";

import { loadEnvironment } from "./bootstrap.ts";
import { analyticsCommand } from "./shop/analytics.ts";
import { backupCommand, restoreCommand } from "./shop/backup.ts";
import type { Command } from "./shop/command.ts";
import { contentCommand } from "./shop/content.ts";
import { copyDatabaseCommand } from "./shop/copy-database.ts";
import { customersCommand } from "./shop/customers.ts";
import { doctorCommand } from "./shop/doctor.ts";
import { exportCommand } from "./shop/export.ts";
import { giftListsCommand } from "./shop/gift-lists.ts";
import { imagesCommand } from "./shop/images.ts";
import { importCatalogueCommand } from "./shop/import-catalogue.ts";
import { importFileCommand } from "./shop/import-file.ts";
import { inviteCommand } from "./shop/invite.ts";
import { messagesCommand } from "./shop/messages.ts";
import { marketingCommand } from "./shop/marketing.ts";
import { ordersCommand } from "./shop/orders.ts";
import { emailsCommand, jobsCommand } from "./shop/jobs.ts";
import { productsCommand } from "./shop/products.ts";
import { pagesCommand } from "./shop/pages.ts";
import { recoveryCommand } from "./shop/recovery.ts";
import { resourceCommands } from "./shop/resource-command.ts";
import { reviewsCommand } from "./shop/reviews.ts";
import { searchCommand } from "./shop/search.ts";
import { settingsCommand } from "./shop/settings.ts";
import { staffCommand } from "./shop/staff.ts";
import { stockCommand } from "./shop/stock.ts";

/** Exit codes: 0 done, 1 refused or failed, 2 called wrongly. */
const FAILED = 1;
const CALLED_WRONGLY = 2;

const COMMANDS: ReadonlyArray<Command> = [
  importCatalogueCommand,
  ordersCommand,
  productsCommand,
  stockCommand,
  reviewsCommand,
  messagesCommand,
  giftListsCommand,
  customersCommand,
  pagesCommand,
  settingsCommand,
  staffCommand,
  inviteCommand,
  emailsCommand,
  jobsCommand,
  exportCommand,
  importFileCommand,
  marketingCommand,
  imagesCommand,
  contentCommand,
  analyticsCommand,
  backupCommand,
  restoreCommand,
  copyDatabaseCommand,
  doctorCommand,
  searchCommand,
  recoveryCommand,
  ...resourceCommands(),
];

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "Usage: npm run shop -- <command> [options]",
    "",
    "Commands:",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "For help on a command: npm run shop -- <command> --help",
    "",
  ].join("\n");
}

async function main([name, ...args]: ReadonlyArray<string>): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(overview());
    return 0;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    process.stderr.write(name ? `There is no command ${name}.\n\n${overview()}` : overview());
    return CALLED_WRONGLY;
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${await command.help()}\n`);
    return 0;
  }
  // The doctor changes nothing, and has to run with settings that nothing else can be loaded with.
  if (command !== doctorCommand) {
    const { registerListeners } = await import("#app/listeners.server.ts");
    registerListeners();
  }
  return command.run(args);
}

loadEnvironment();
keepFilesPrivate();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = FAILED;
}
