/** For layers that may not import the database. */
export { answering } from "#app/db/replica.server.ts";
