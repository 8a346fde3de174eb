import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** What pages were made from, by address, until the document is loaded anew. Only browsers put anything in. */
const kept = new Map<string, unknown>();

/**
 * For the `clientLoader` of a page that is kept alive (requirement routes-8): calls `load` once for each address.
 * `isKept` says which answers may be shown again.
 */
export async function keptOrLoaded<Data>(
  request: Request,
  load: () => Promise<Data>,
  isKept: (data: Data) => boolean = () => true,
): Promise<Data> {
  const { pathname, search } = new URL(request.url);
  const known = kept.get(pathname + search);
  if (known !== undefined) return known as Data;
  const data = await load();
  if (isKept(data)) kept.set(pathname + search, data);
  return data;
}

/** Keeps the data that came with the document itself; null where it is not to be kept. */
export function useKeptData(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) kept.set(pathname + search, data);
  }, [data, pathname, search]);
}
