/** Holds answers to an OpenAPI 3.1 document: status, type, headers and every field. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Operation = Readonly<{
  security: ReadonlyArray<object>;
  requestBody?: Readonly<{ content: Readonly<Record<string, { schema: unknown; example: unknown }>> }>;
  parameters?: ReadonlyArray<Readonly<{ name: string; in: string; example?: string }>>;
  responses: Readonly<
    Record<
      string,
      {
        content: Readonly<
          Record<string, { examples?: Readonly<Record<string, { value: unknown }>>; example?: unknown }>
        >;
      }
    >
  >;
}>;
export type OpenApi = Readonly<{
  openapi: string;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}>;

type Requested = Readonly<{ method: string; path: string }>;
type Given = Readonly<{ status: number; headers: Headers; json: unknown }>;

const JSON_TYPE = "application/json";
const DOCUMENT = "document";
/** What the front server says of any address, also of one that is no call's. */
const REFUSED_BEFORE = [400, 403, 411, 413, 414, 421, 429, 503];

export class ApiContract {
  readonly document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    this.document = document as OpenApi;
    const addTo: (ajv: Ajv2020) => unknown = addFormats.default;
    addTo(this.#ajv);
    this.#ajv.addSchema(this.document, DOCUMENT);
  }

  /** What is wrong with an answer; nothing when it is as documented. */
  problems({ method, path }: Requested, given: Given): ReadonlyArray<string> {
    const { pathname } = new URL(path, "http://localhost");
    // HEAD is answered as GET, without a body.
    const isHead = method === "HEAD";
    const template = this.#templateOf(pathname);
    const operation = this.document.paths[template ?? ""]?.[(isHead ? "get" : method).toLowerCase()];
    return [
      ...headerProblems(given),
      ...(isHead ? [] : this.#bodyProblems({ template, method, operation }, given)),
    ];
  }

  /** The schema at `pointer` of the document, against `value`. */
  invalid(pointer: ReadonlyArray<string>, value: unknown): ReadonlyArray<string> {
    const validate = this.#validator(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "body"} ${message ?? ""}`,
    );
  }

  #bodyProblems(
    {
      template,
      method,
      operation,
    }: { template: string | null; method: string; operation: Operation | undefined },
    { status, json }: Given,
  ): ReadonlyArray<string> {
    const response = operation?.responses[status];
    if (template && response) {
      const pointer = [
        "paths",
        template,
        method.toLowerCase(),
        "responses",
        String(status),
        "content",
        JSON_TYPE,
      ];
      const examples = response.content[JSON_TYPE]?.examples;
      const code = (json as { data?: { code?: unknown } } | null)?.data?.code;
      const isUnknownCode = examples !== undefined && !(String(code) in examples);
      return [
        ...this.invalid([...pointer, "schema"], json),
        ...(isUnknownCode ? [`the code ${String(code)} is not documented for ${status}`] : []),
        ...(status >= 400 ? echoProblems(status, json) : []),
      ];
    }
    // An address or a method that the document does not have.
    const expected = operation ? [] : [...REFUSED_BEFORE, template ? 405 : 404];
    return [
      ...(expected.includes(status) ? [] : [`the status ${status} is not documented`]),
      ...this.invalid(["components", "schemas", "Error"], json),
      ...echoProblems(status, json),
    ];
  }

  /** The path of the document that `pathname` is an address of. Fixed words win over parameters. */
  #templateOf(pathname: string): string | null {
    const fits = Object.keys(this.document.paths).filter((template) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`).test(pathname),
    );
    return fits.find((template) => !template.includes("{")) ?? fits[0] ?? null;
  }

  #validator(pointer: ReadonlyArray<string>): ValidateFunction {
    const reference = pointer
      .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const known = this.#compiled.get(reference);
    if (known) return known;
    const made = this.#ajv.compile({ $ref: `${DOCUMENT}#/${reference}` });
    this.#compiled.set(reference, made);
    return made;
  }
}

function headerProblems({ status, headers }: Given): ReadonlyArray<string> {
  return [
    ...((headers.get("content-type") ?? "").startsWith(JSON_TYPE) ? [] : ["it is not JSON"]),
    ...(headers.get("cache-control") === "private, no-store" ? [] : ["it may be kept"]),
    ...(headers.get("set-cookie") === null ? [] : ["it sets a cookie"]),
    ...(status === 405 && !headers.get("allow") ? ["it does not say what is allowed"] : []),
    ...(status === 429 && !headers.get("retry-after") ? ["it does not say when to try again"] : []),
  ];
}

/** The status is repeated in the body, and the words are at data.data.message for whoever reads them there. */
function echoProblems(status: number, json: unknown): ReadonlyArray<string> {
  const { statusCode, message, data } = json as {
    statusCode?: number;
    message?: string;
    data?: { message?: string };
  };
  return statusCode === status && message === data?.message
    ? []
    : ["the body says something else than its status"];
}
