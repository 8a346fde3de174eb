import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** For the life of the document; in browsers only. */
const cached = new Map<string, unknown>();

/** For the `clientLoader` of a cached page (requirement routes-8). `isStored` says which data may be shown again. */
export async function cachedOrLoaded<Data>(
  request: Request,
  load: () => Promise<Data>,
  isStored: (data: Data) => boolean = () => true,
): Promise<Data> {
  const { pathname, search } = new URL(request.url);
  const known = cached.get(pathname + search);
  if (known !== undefined) return known as Data;
  const data = await load();
  if (isStored(data)) cached.set(pathname + search, data);
  return data;
}

export function useCachedData(data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (data !== null) cached.set(pathname + search, data);
  }, [data, pathname, search]);
}
