/** Bad requests for every call of the API, made from its document: one to three things wrong with each. */
import fc from "#tests/support/fast-check.ts";

import type { OpenApi } from "#tests/support/checks/api-contract.ts";

/** A request before it is sent. Ids of the test's own world are filled in by name: "{id}" of the path, and examples. */
export type Draft = {
  method: string;
  template: string;
  params: Record<string, string>;
  query: Array<readonly [string, string]>;
  headers: Record<string, string>;
  body: unknown;
  text: string | null;
};

type Mutation =
  | Readonly<{ kind: "replace" | "extra"; at: number; junk: unknown }>
  /** A value of the right type that is far from any sensible one. */
  | Readonly<{ kind: "extreme"; at: number; size: number }>
  | Readonly<{ kind: "drop" | "repeat"; at: number; junk?: unknown }>
  | Readonly<{ kind: "param" | "query" | "token" | "type"; at: number; text: string }>
  | Readonly<{ kind: "method"; method: string }>
  | Readonly<{ kind: "cut"; at: number }>;

export type BadRequest = Readonly<{ call: number; mutations: ReadonlyArray<Mutation> }>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/jsonp",
  "",
];
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "id",
  "price",
  "sale_price",
  "customer_id",
  "is_verified",
];
const TEXTS = [
  "",
  "0",
  "-1",
  "1e3",
  "null",
  "１",
  "create",
  "..",
  "%2e%2e",
  "'",
  "';--",
  "a,b",
  "😀",
  "x".repeat(300),
];
const VALUES: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  2 ** 53,
  1e308,
  "a\u0000b",
  "\ud800",
  "\u202e",
  [],
  {},
  [[[]]],
  ...TEXTS,
];

const NUMBERS = [-1, 0, 0.5, 99, 1e9, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308];

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      operation,
    })),
  );
}

/** Values at the edges that the document's own schemas draw: one below, on and above each. */
function edgesOf(document: OpenApi): ReadonlyArray<unknown> {
  const edges: Array<unknown> = [];
  JSON.stringify(document, (name: string, value: unknown) => {
    if (typeof value !== "number") return value;
    const around = [value - 1, value, value + 1];
    if (/^(?:exclusiveM|m)(?:in|ax)imum$/.test(name)) edges.push(...around);
    if (/^(?:min|max)Length$/.test(name))
      edges.push(...around.map((length) => "a".repeat(Math.max(0, length))));
    return value;
  });
  return edges;
}

/** Requests with one to three things wrong; some are harmless and stay good. */
export function badRequests(document: OpenApi): fc.Arbitrary<BadRequest> {
  const at = fc.nat();
  const junk = fc.oneof(
    fc.constantFrom<unknown>(...VALUES, ...edgesOf(document)),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 30 }));
  const mutation = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("replace" as const), at, junk }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("extreme" as const), at, size: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("extra" as const), at, junk }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("drop" as const, "repeat" as const), at }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom("param" as const, "query" as const), at, text }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("token" as const), at, text: fc.constantFrom(...TOKENS) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("type" as const), at, text: fc.constantFrom(...TYPES) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("method" as const), method: fc.constantFrom(...METHODS) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at }) },
  );
  const all = operationsOf(document);
  // Most can go wrong where there is a body.
  const weighted = all.flatMap(({ operation }, call) =>
    operation.requestBody ? [call, call, call] : [call],
  );
  return fc.record({
    call: fc.constantFrom(...weighted),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  });
}

const TOKENS = ["", "x", "a".repeat(43), "A".repeat(44), "Bearer abc", "null"];

/** `draft` with everything wrong that `mutations` say. Both stay as they are: a later mutation may change what an earlier one put in. */
export function spoiled(draft: Draft, mutations: ReadonlyArray<Mutation>): Draft {
  const copy = structuredClone(draft);
  for (const mutation of structuredClone(mutations)) spoil(copy, mutation);
  return copy;
}

function spoil(draft: Draft, mutation: Mutation): void {
  switch (mutation.kind) {
    case "param": {
      const name = pick(Object.keys(draft.params), mutation.at);
      if (name !== undefined) draft.params[name] = mutation.text;
      return;
    }
    case "query":
      draft.query.push([
        pick([...draft.query.map(([name]) => name), "include"], mutation.at) ?? "",
        mutation.text,
      ]);
      return;
    case "token":
      draft.headers["x-auth-token"] = mutation.text;
      return;
    case "type":
      draft.headers["content-type"] = mutation.text;
      return;
    case "method":
      draft.method = mutation.method;
      return;
    case "cut": {
      const whole = JSON.stringify(draft.body ?? {});
      draft.text = whole.slice(0, mutation.at % whole.length);
      return;
    }
    default:
      draft.body = spoiledBody(draft.body, mutation);
  }
}

type BodyMutation = Extract<Mutation, { kind: "replace" | "extreme" | "extra" | "drop" | "repeat" }>;
type Place = Readonly<{ holder: Record<string, unknown>; name: string }>;

function spoiledBody(body: unknown, mutation: BodyMutation): unknown {
  const root: Record<string, unknown> = { body };
  const places = placesIn(root);
  if (mutation.kind === "extreme") {
    const leaf = pick(
      places.filter(({ holder, name }) => !isRecord(holder[name])),
      mutation.at,
    );
    if (leaf) leaf.holder[leaf.name] = extremeOf(leaf.holder[leaf.name], mutation.size);
    return root["body"];
  }
  const { holder, name } = pick(places, mutation.at) ?? { holder: root, name: "body" };
  const value = holder[name];
  if (mutation.kind === "replace") holder[name] = mutation.junk;
  else if (mutation.kind === "drop") Reflect.deleteProperty(holder, name);
  else if (mutation.kind === "repeat")
    holder[name] = Array.from({ length: 51 }, () => structuredClone(value));
  else if (isRecord(value)) {
    const extra = pick(NAMES, mutation.at) ?? "";
    Object.defineProperty(value, extra, {
      value: mutation.junk,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else holder[name] = [value, mutation.junk];
  return root["body"];
}

function extremeOf(value: unknown, size: number): unknown {
  if (typeof value === "number") return pick(NUMBERS, size);
  return structuredClone(
    pick<unknown>(typeof value === "string" ? [...TEXTS, "a\u0000b", "\ud800"] : VALUES, size),
  );
}

function placesIn(holder: Record<string, unknown>): ReadonlyArray<Place> {
  return Object.entries(holder).flatMap(([name, value]) => [
    { holder, name },
    ...(isRecord(value) ? placesIn(value) : []),
  ]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function pick<Item>(items: ReadonlyArray<Item>, at: number): Item | undefined {
  return items.length === 0 ? undefined : items[at % items.length];
}
