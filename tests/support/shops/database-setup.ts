/** Tests with a database: nouns are joined to their listeners, as in the server, and each file begins at its own time. */
import { registerListeners } from "#app/listeners.server.ts";
import { startClock } from "#tests/support/now.ts";

registerListeners();
startClock();
