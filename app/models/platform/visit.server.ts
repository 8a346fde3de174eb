/** A request, as far as the database has to know of it. */
export { answering } from "#app/db/replica.server.ts";
