/** What a page that shows found products depends on, for what keeps such pages. */
export { searchMark } from "#app/services/search/search.server.ts";
