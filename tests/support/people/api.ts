/** A program that uses the shop's API, and holds every answer to the shop's own OpenAPI document. */
import { ApiContract, type OpenApi } from "#tests/support/checks/api-contract.ts";

export type Sent = Readonly<{
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}>;
export type Answered = Readonly<{ status: number; headers: Headers; json: unknown }>;
/** The way to the API: through the routes' own doors, or over HTTP. */
export type Transport = (sent: Sent) => Promise<Answered>;

type More = Readonly<{
  body?: unknown;
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of `body`. */
  text?: string;
}>;

export class ApiClient {
  readonly #transport: Transport;
  readonly #contract: ApiContract;

  private constructor(transport: Transport, contract: ApiContract) {
    this.#transport = transport;
    this.#contract = contract;
  }

  /** Reads the document first, as a client would. */
  static async open(transport: Transport): Promise<ApiClient> {
    const sent = { method: "GET", path: "/api/openapi.json", headers: {}, body: null };
    const { json } = await transport(sent);
    return new ApiClient(transport, new ApiContract(json));
  }

  get document(): OpenApi {
    return this.#contract.document;
  }

  /** Throws where the answer is not as documented. */
  async call(
    method: string,
    path: string,
    { body, token, headers = {}, text }: More = {},
  ): Promise<Answered> {
    const written = text ?? (body === undefined ? null : JSON.stringify(body));
    const sent = {
      method,
      path,
      headers: {
        ...(written === null ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { "x-auth-token": token }),
        ...headers,
      },
      body: written,
    };
    const answered = await this.#transport(sent);
    const problems = this.#contract.problems(sent, answered);
    if (problems.length > 0)
      throw new Error(
        `${method} ${path} is not as documented: ${problems.join("; ")}\n${JSON.stringify(answered.json)}`,
      );
    return answered;
  }
}

/** Over HTTP, as a program does it: no cookies, no Origin. */
export function overHttp(origin: string): Transport {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(origin + path, { method, headers, body, redirect: "manual" });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === "" ? null : JSON.parse(text),
    };
  };
}

/** Code and words of a refusal, and its status; or the status of what was carried out. */
export function refusalOf({ status, json }: Answered): readonly [number, string?, string?] {
  const { data } = (json ?? {}) as { data?: { code?: string; message?: string } };
  return status < 400 ? [status] : [status, data?.code, data?.message];
}

export type CartJson = Readonly<{
  id: string;
  currency: Readonly<{ code: string }>;
  cart_amount: number;
  base_amount: number;
  customer_id: string | null;
  email: string | null;
  checkout_url: string;
  line_items: Readonly<{
    physical_items: ReadonlyArray<
      Readonly<{
        id: string;
        product_id: number;
        variant_id: number;
        name: string;
        image_url: string;
        url: string;
        quantity: number;
        sale_price: number;
      }>
    >;
  }>;
}>;

/** `data` of an answer about a cart. */
export function cartData({ json }: Answered) {
  return (json as { data: { id: string; customer_id: string | null; cart?: CartJson } }).data;
}

/** The cart in an answer that must have one. */
export function cartIn(answered: Answered): CartJson {
  const { cart } = cartData(answered);
  if (!cart) throw new Error(`There is no cart: ${JSON.stringify(answered.json)}`);
  return cart;
}
