import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";

import { CART_ID_COOKIE, sentName } from "#app/http/session/cookies.server.ts";
import { paths } from "#app/paths.ts";

import { type ApiCall, frameRefusals } from "./call.ts";
import { CART_CALLS } from "./cart-calls.ts";
import { cartAnswerSchema } from "./cart-json.ts";
import { CUSTOMER_CALLS } from "./customer-calls.ts";
import {
  changedCustomerSchema,
  customerAnswerSchema,
  loginAnswerSchema,
  newCustomerAnswerSchema,
} from "./customer-json.ts";
import { type ApiErrorCode, apiErrorStatus, errorJson, errorSchema } from "./error-json.ts";
import { MARKETING_CALLS } from "./marketing-calls.ts";
import { PRODUCT_CALLS } from "./product-calls.ts";
import { productsAnswerSchema } from "./product-json.ts";

const VERSION = "1.0.0";
const TOKEN = "customerToken";
const SESSION = "shopSession";

const API_CALLS: Readonly<Record<string, ApiCall>> = {
  ...CART_CALLS,
  ...PRODUCT_CALLS,
  ...CUSTOMER_CALLS,
  ...MARKETING_CALLS,
};

const ANSWER_NAMES: ReadonlyMap<z.ZodTypeAny, string> = new Map<z.ZodTypeAny, string>([
  [cartAnswerSchema, "CartAnswer"],
  [productsAnswerSchema, "ProductsAnswer"],
  [customerAnswerSchema, "CustomerAnswer"],
  [changedCustomerSchema, "ChangedCustomerAnswer"],
  [newCustomerAnswerSchema, "NewCustomerAnswer"],
  [loginAnswerSchema, "LoginAnswer"],
]);

const EXAMPLE_DETAIL = {
  allow: "POST",
  available: 3,
  maximum: 128,
  minimum: 12,
  name: "Rainbow Stacker, Muted",
  problem: "line_items: is missing",
  retryAfterSeconds: 30,
};

type Shop = Readonly<{ origin: string; name: string }>;

export function openApiDocument({ origin, name }: Shop) {
  // This changes every schema of zod, so it runs only when the document is requested.
  extendZodWithOpenApi(z);
  const registry = new OpenAPIRegistry();
  const error = registry.register("Error", errorSchema);
  registry.registerComponent("securitySchemes", TOKEN, {
    type: "apiKey",
    in: "header",
    name: "X-Auth-Token",
    description: "The customer_token returned by /api/customers/login.",
  });
  registry.registerComponent("securitySchemes", SESSION, {
    type: "apiKey",
    in: "cookie",
    name: sentName(CART_ID_COOKIE),
    description:
      "The cookies of a browser that shops here. Only pages of the shop itself may send them along.",
  });
  const answers = new Map(
    [...ANSWER_NAMES].map(([schema, named]) => [schema, registry.register(named, schema)]),
  );
  for (const [id, call] of Object.entries(API_CALLS)) {
    const described = { ...call, answer: answers.get(call.answer) ?? call.answer };
    registry.registerPath({ operationId: id, ...pathOf(described, error) });
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: `${name}: the shop's own API`,
      version: VERSION,
      description: "Amounts are decimal numbers and include tax. All errors have the same format.",
      contact: { name, url: origin + paths.information("contact-us") },
      license: { name: "For clients of the shop, by its terms", url: origin + paths.information("terms") },
    },
    // Relative to the document, so that it is right under every name of the shop.
    servers: [{ url: "/", description: "The shop that answers with this document." }],
    tags: [
      { name: "carts", description: "Creating, filling and changing a cart." },
      { name: "products", description: "The catalogue, with the ids that carts take." },
      { name: "customers", description: "Creating an account, logging in, and the customer's own details." },
      { name: "marketing", description: "Records of carts for reminders, for pages of the shop itself." },
    ],
  });
}

type PathItem = Parameters<OpenAPIRegistry["registerPath"]>[0];

function pathOf(call: ApiCall, error: z.ZodTypeAny): PathItem {
  const { method, path, tag, summary, description, examples } = call;
  const params = pathParameters(call);
  return {
    method: method.toLowerCase() as PathItem["method"],
    path,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(call),
    request: {
      ...(params ? { params } : {}),
      ...(call.isRepeatable ? { headers: REPEAT_HEADERS() } : {}),
      ...(call.query ? { query: queryParameters(call.query, examples.query) } : {}),
      ...(call.body ? { body: { required: true, content: jsonContent(call.body, examples.body) } } : {}),
    },
    responses: {
      [call.status]: { description: summary, content: jsonContent(call.answer, examples.answer) },
      ...refusalsOf(call, error),
    },
  };
}

/** Made when it is used, as `extendZodWithOpenApi` is. */
const REPEAT_HEADERS = () =>
  z.object({
    "Idempotency-Key": withExample(
      z
        .string()
        .optional()
        .describe(
          "A random text, such as a UUID, that names this call. Sent again within 24 hours with the same body, it has no second effect and answers with the cart as it is; with another body it is refused with 422.",
        ),
      "3f9c2a51-6c0e-4b55-9a53-0d6f1c2be7a4",
    ),
  });

function securityOf({ token }: ApiCall): Array<Record<string, Array<string>>> {
  if (token === "none") return [];
  if (token === "session") return [{ [SESSION]: [] }];
  return token === "needed" ? [{ [TOKEN]: [] }] : [{}, { [TOKEN]: [] }];
}

/** Path parameters are texts of any form: an id that cannot exist is not found. */
function pathParameters({ path, examples }: ApiCall) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return null;
  const fields = names.map(
    (name) => [name, withExample(z.string().describe(`An id: ${name}.`), examples.params?.[name])] as const,
  );
  return z.object(Object.fromEntries(fields));
}

function queryParameters(query: z.AnyZodObject, examples: Readonly<Record<string, string>> = {}) {
  const shape = query.shape as Readonly<Record<string, z.ZodTypeAny>>;
  return z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [name, withExample(schema, examples[name])]),
    ),
  );
}

/** The example stands in the parameter itself, where programs that test the API look for it. */
function withExample(schema: z.ZodTypeAny, example: string | undefined) {
  return schema.openapi({ param: { example } });
}

function jsonContent(schema: z.ZodTypeAny, example: unknown) {
  return { "application/json": { schema, example } };
}

function refusalsOf(call: ApiCall, error: z.ZodTypeAny): PathItem["responses"] {
  const codes = [...new Set<ApiErrorCode>([...call.refusals, ...frameRefusals(call)])];
  const statuses = [...new Set(codes.map(apiErrorStatus))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => apiErrorStatus(code) === status);
      const examples = own.map(
        (code) => [code, { value: errorJson({ code, detail: EXAMPLE_DETAIL }) }] as const,
      );
      const content = { "application/json": { schema: error, examples: Object.fromEntries(examples) } };
      return [status, { description: own.join(", "), content }];
    }),
  );
}
