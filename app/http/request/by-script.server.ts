/** Remix takes its scripts' parameter out of the address before a loader or an action gets the request. */
const SCRIPT_PARAMETER = "_data";

const byScript = new WeakSet<Request>();

/** `request` is what a loader or an action gets, `original` what was sent. */
export function noteByScript(request: Request, original: Request): void {
  if (new URL(original.url).searchParams.has(SCRIPT_PARAMETER)) byScript.add(request);
}

/** For loaders and actions: whether the shop's scripts have sent it. */
export function isByScript(request: Request): boolean {
  return byScript.has(request);
}
