/** Of a route that only leads on: without a component it would answer a 404 with plain text. */
export function NoPage() {
  return null;
}
