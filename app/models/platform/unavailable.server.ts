/** Whether a failure is the state of the database, for layers that know nothing of it. */
export { isUnavailable } from "#app/db/dialect.server.ts";
