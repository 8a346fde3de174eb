/** An invitation to the desk of a running shop, made as the owner's command makes it, without a process of its own. */
import { join } from "node:path";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { inviteStaff } from "#app/models/staff/invitation.server.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import type { OpenShop } from "#tests/support/shops/server.ts";

type Invitee = Readonly<{ email: string; name: string; role: StaffRole }>;

/** This process has one connection: who invites waits for whoever invites already. */
let connected: Promise<unknown> = Promise.resolve();

/** The path of the link that the owner would be shown. */
export function inviteToDesk(shop: Pick<OpenShop, "dataDir">, invitee: Invitee): Promise<string> {
  const invited = connected.then(async () => {
    connectTo(sqliteDialect(join(shop.dataDir, "shop.db")));
    try {
      const made = await inviteStaff(invitee, commandLineActor(new Date()));
      if (!made.ok) throw new Error(made.code);
      return `/desk/join/${made.value.secret}`;
    } finally {
      await closeDatabase();
    }
  });
  connected = invited.catch(() => undefined);
  return invited;
}
