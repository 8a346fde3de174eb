/** Local fakes of two hosted search engines: they keep what they are sent, check keys, and can be made to misbehave. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listen } from "#tests/support/shops/listening.ts";

export const SEARCH_KEY = "a-key-that-may-search";
export const WRITE_KEY = "a-key-that-may-write";
export const APP_ID = "TESTAPP";

type Doc = Record<string, unknown>;
type Misbehaviour = (response: ServerResponse) => void;

export type FakeEngine = Readonly<{
  url: string;
  /** What is in the index, by id. */
  documents: Map<string, Doc>;
  /** Method and path of every request, in order. */
  requests: Array<string>;
  settings: Doc;
  /** In place of every further answer to a path like `at`; null behaves again. */
  misbehave(how: Misbehaviour | null, at?: RegExp): void;
  stop(): Promise<void>;
}>;

type Request = Readonly<{ method: string; path: string; body: Doc; key: string; appId: string }>;
type Answer = Readonly<{ status: number; body: unknown }>;
type State = Readonly<{
  documents: Map<string, Doc>;
  settings: Doc;
  tasks: Map<number, number>;
  refused: Set<number>;
}>;

/** Two looks at a task are needed until it is done. */
const LOOKS = 2;

export const startAlgolia = () => start(algolia);
export const startMeilisearch = () => start(meilisearch);

async function start(answerTo: (request: Request, state: State) => Answer): Promise<FakeEngine> {
  const state: State = { documents: new Map(), settings: {}, tasks: new Map(), refused: new Set() };
  const requests: Array<string> = [];
  let misbehaviour: Misbehaviour | null = null;
  let misbehavesAt = /./;
  const { url, close } = await listen((request, response) => {
    void read(request).then((requested) => {
      requests.push(`${requested.method} ${requested.path}`);
      if (misbehaviour && misbehavesAt.test(requested.path)) {
        misbehaviour(response);
        return;
      }
      const { status, body } = answerTo(requested, state);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  });
  return {
    url,
    documents: state.documents,
    settings: state.settings,
    requests,
    misbehave: (how, at = /./) => {
      misbehaviour = how;
      misbehavesAt = at;
    },
    stop: close,
  };
}

async function read(request: IncomingMessage): Promise<Request> {
  const sent = await text(request);
  const url = new URL(request.url ?? "/", "http://engine");
  const header = (name: string) => String(request.headers[name] ?? "");
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    // Whatever its content type says: Algolia's client sends JSON as text/plain.
    body: sent ? (JSON.parse(sent) as Doc) : {},
    key: header("x-algolia-api-key") || header("authorization").replace(/^Bearer /, ""),
    appId: header("x-algolia-application-id"),
  };
}

/** The ids of documents that have every word, those whose name has the first word first. */
function found(documents: Map<string, Doc>, query: unknown): ReadonlyArray<string> {
  const words = String(query).toLowerCase().split(/\s+/).filter(Boolean);
  const texts = [...documents].map(([id, doc]) => ({ id, all: JSON.stringify(doc).toLowerCase(), doc }));
  const isNamed = (doc: Doc) =>
    String(doc["name"])
      .toLowerCase()
      .includes(words[0] ?? "");
  return texts
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .sort((a, b) => Number(isNamed(b.doc)) - Number(isNamed(a.doc)))
    .map(({ id }) => id);
}

/** Algolia's limit for a record on its cheapest plan is 10 kB. */
function isRefused(doc: Doc): boolean {
  return Buffer.byteLength(JSON.stringify(doc)) > 10_000 || String(doc["name"]).includes("Unwanted");
}

function newTask(state: State): number {
  const id = state.tasks.size + 1;
  state.tasks.set(id, LOOKS);
  return id;
}

/** True once a task has been looked at often enough. */
function isDone(state: State, id: number): boolean {
  const left = (state.tasks.get(id) ?? 0) - 1;
  state.tasks.set(id, left);
  return left <= 0;
}

function algolia({ method, path, body, key, appId }: Request, state: State): Answer {
  const forbidden = { status: 403, body: { message: "Invalid Application-ID or API key", status: 403 } };
  if (appId !== APP_ID) return forbidden;
  const isSearch = method === "POST" && path === "/1/indexes/products/query";
  if (key !== (isSearch ? SEARCH_KEY : WRITE_KEY)) return forbidden;
  if (isSearch) {
    const hits = found(state.documents, body["query"]).map((objectID) => ({ objectID }));
    return { status: 200, body: { hits, nbHits: hits.length, page: 0, nbPages: 1 } };
  }
  const task = /^\/1\/indexes\/products\/task\/(\d+)$/.exec(path);
  if (task)
    return { status: 200, body: { status: isDone(state, Number(task[1])) ? "published" : "notPublished" } };
  if (method === "GET" && path === "/1/indexes/products/settings")
    return { status: 200, body: state.settings };
  if (path === "/1/indexes/products/batch") {
    const docs = (body["requests"] as Array<{ body: Doc }>).map((one) => one.body);
    if (docs.some(isRefused)) return { status: 400, body: { message: "Record is too big", status: 400 } };
    for (const { action, body: doc } of body["requests"] as Array<{ action: string; body: Doc }>) {
      const id = String(doc["objectID"]);
      if (action === "deleteObject") state.documents.delete(id);
      else state.documents.set(id, doc);
    }
  } else if (path === "/1/indexes/products/settings") Object.assign(state.settings, body);
  else if (path === "/1/indexes/products/synonyms/batch") Object.assign(state.settings, { synonyms: body });
  else return { status: 404, body: { message: `no ${method} ${path}`, status: 404 } };
  return { status: 200, body: { taskID: newTask(state), objectIDs: [], updatedAt: "2026-11-21T00:00:00Z" } };
}

function meilisearch({ method, path, body, key }: Request, state: State): Answer {
  const isSearch = method === "POST" && path === "/indexes/products/search";
  if (key !== (isSearch ? SEARCH_KEY : WRITE_KEY))
    return { status: 403, body: { message: "The provided API key is invalid.", code: "invalid_api_key" } };
  if (isSearch) {
    const hits = found(state.documents, body["q"]).map((id) => ({ productId: Number(id) }));
    return { status: 200, body: { hits, estimatedTotalHits: hits.length } };
  }
  const task = /^\/tasks\/(\d+)$/.exec(path);
  if (task) {
    const status = isDone(state, Number(task[1])) ? "succeeded" : "processing";
    const isBad = state.refused.has(Number(task[1]));
    const error = isBad ? { code: "invalid_document_fields", type: "invalid_request" } : null;
    const body200 = { uid: Number(task[1]), indexUid: "products", status: isBad ? "failed" : status, error };
    return { status: 200, body: body200 };
  }
  if (path === "/tasks")
    return { status: 200, body: { results: [], total: 0, limit: 1, from: null, next: null } };
  const list = body as unknown as Array<Doc>;
  if (path === "/indexes/products/documents" && list.some(isRefused)) {
    const taskUid = newTask(state);
    state.refused.add(taskUid);
    const refused = { taskUid, indexUid: "products", status: "enqueued", type: "x" };
    return { status: 202, body: { ...refused, enqueuedAt: "2026-11-21T00:00:00Z" } };
  }
  if (path === "/indexes/products/documents")
    for (const doc of list) state.documents.set(String(doc["productId"]), doc);
  else if (path === "/indexes/products/documents/delete-batch")
    for (const id of body as unknown as Array<number>) state.documents.delete(String(id));
  else if (path === "/indexes/products/settings") Object.assign(state.settings, body);
  else return { status: 404, body: { message: `no ${method} ${path}`, code: "not_found" } };
  const body202 = { taskUid: newTask(state), indexUid: "products", status: "enqueued", type: "x" };
  return { status: 202, body: { ...body202, enqueuedAt: "2026-11-21T00:00:00Z" } };
}
