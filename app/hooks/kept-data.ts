import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** Loader data by address, for the life of the document. In browsers only. */
const kept = new Map<string, unknown>();

/** For the `clientLoader` of a cached page (requirement routes-8). `isKept` says which data may be shown again. */
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

/** Caches the data of the document itself; nothing for null. */
export function useKeptData(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) kept.set(pathname + search, data);
  }, [data, pathname, search]);
}
