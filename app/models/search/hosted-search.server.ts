/** Whether answers of a search change without the shop's data, for what keeps pages. */
export { isSearchHosted } from "#app/services/search/search.server.ts";
