import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** For the life of the document; in browsers only. */
const cached = new Map<string, unknown>();
/** Of a guest, by the same addresses; until somebody logs in. */
const cachedForGuest = new Map<string, unknown>();

/** Of a page that a customer sees otherwise: whether `data` are what a guest sees. Only those are stored. */
type IsForGuest<Data> = (data: Data) => boolean;

/** For the `clientLoader` of a cached page (requirement routes-8). */
export async function cachedOrLoaded<Data>(
  request: Request,
  load: () => Promise<Data>,
  isForGuest?: IsForGuest<Data>,
): Promise<Data> {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  const known = cached.get(address) ?? cachedForGuest.get(address);
  if (known !== undefined) return known as Data;
  const data = await load();
  store(address, data, isForGuest);
  return data;
}

export function useCachedData<Data>(data: Data, isForGuest?: IsForGuest<Data>): void {
  const { pathname, search } = useLocation();
  useEffect(() => store(pathname + search, data, isForGuest), [data, isForGuest, pathname, search]);
}

function store<Data>(address: string, data: Data, isForGuest?: IsForGuest<Data>): void {
  if (isForGuest === undefined) cached.set(address, data);
  else if (isForGuest(data)) cachedForGuest.set(address, data);
}

type CalledAction = Readonly<{ serverAction: () => Promise<unknown> }>;

/** The `clientAction` of a login: what a guest saw is not shown after it (requirement routes-13). */
export async function uncachingAction({ serverAction }: CalledAction): Promise<unknown> {
  try {
    return await serverAction();
  } finally {
    cachedForGuest.clear();
  }
}
