import type { ApiCall } from "./call.ts";
import { productsAnswerSchema, productsQuerySchema } from "./product-json.ts";

export const listProductsCall = {
  id: "listProducts",
  method: "GET",
  path: "/api/products",
  tag: "products",
  summary: "Read products of the catalogue, by id",
  description: "The ids of variants, which carts take, are in `variants`. At most 250 products are answered.",
  token: "none",
  query: productsQuerySchema,
  status: 200,
  answer: productsAnswerSchema,
  refusals: [],
  examples: {
    query: {
      "id:in": "101,102",
      exclude_fields: "description,weight,price",
      is_visible: "true",
      currency: "GBP",
    },
    answer: {
      data: [
        {
          id: 101,
          name: "Rainbow Stacker",
          is_free_shipping: false,
          calculated_price: 54,
          base_variant_id: null,
          variants: [
            {
              id: 5001,
              sku: "HB-0101-SUNS",
              options: [{ name: "Colour", value: "Sunset" }],
              price: 54,
              lowest_price_before: null,
              stock: 18,
            },
          ],
        },
      ],
    },
  },
} as const satisfies ApiCall;
