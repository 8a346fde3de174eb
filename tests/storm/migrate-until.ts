/** A process that migrates a database and kills itself at statement KILL_AT; 0: it ends well and says how many there were. */
import { join } from "node:path";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { postgresDialect, sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";

const killAt = Number(process.env["KILL_AT"]);
const url = process.env["DATABASE_URL"];
let statements = 0;

const dialect = url ? postgresDialect(url) : sqliteDialect(join(process.env["DATA_DIR"] ?? "", "shop.db"));
const driver = dialect.createDriver();
const acquire = driver.acquireConnection.bind(driver);
driver.acquireConnection = async () => {
  const connection = await acquire();
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query) => {
    statements += 1;
    if (statements === killAt) process.kill(process.pid, "SIGKILL");
    return execute(query);
  };
  return connection;
};
dialect.createDriver = () => driver;

connectTo(dialect);
await migrate();
await closeDatabase();
process.stdout.write(`${statements}\n`);
