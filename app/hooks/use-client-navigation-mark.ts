import { useEffect } from "react";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";

/** Tells the speculation rules that from now on the router fetches ahead, so that nothing is fetched twice. */
export function useClientNavigationMark(): void {
  useEffect(() => document.documentElement.setAttribute(CLIENT_NAVIGATION_ATTRIBUTE, ""), []);
}
