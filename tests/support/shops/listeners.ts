/** Tests with a database: nouns are joined to their listeners, as in the server. */
import { registerListeners } from "#app/listeners.server.ts";

registerListeners();
