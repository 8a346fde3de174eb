import { useLayoutEffect } from "react";

/** `useLayoutEffect` in browsers; on the server, where there is no layout, nothing and no complaint. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? () => {} : useLayoutEffect;
