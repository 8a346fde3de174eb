/** The call about products: what it takes and answers. */
import type { ApiCall } from "./api-call.ts";
import { productsAnswerSchema, productsQuerySchema } from "./product-json.ts";

export const listProducts = {
  id: "listProducts",
  method: "GET",
  path: "/api/products",
  tag: "products",
  summary: "Read products of the catalogue, by id",
  token: "none",
  query: productsQuerySchema,
  status: 200,
  answer: productsAnswerSchema,
  refusals: [],
  examples: {
    query: { "id:in": "101,102", exclude_fields: "description,weight,price", is_visible: "true" },
    answer: { data: [{ id: 101, name: "Rainbow Stacker", is_free_shipping: false, calculated_price: 54 }] },
  },
} as const satisfies ApiCall;
