/** For layers that may not import the database. */
export { isUnavailable } from "#app/db/dialect.server.ts";
