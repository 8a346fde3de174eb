/** Set once the shop's scripts follow links themselves, with a prefetch of their own (decision 0030). */
export const CLIENT_NAVIGATION_ATTRIBUTE = "data-client-navigation";
