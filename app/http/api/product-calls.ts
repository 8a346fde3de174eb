import type { ApiCall } from "./call.ts";
import { productsAnswerSchema, productsQuerySchema } from "./product-json.ts";

export const PRODUCT_CALLS = {
  listProducts: {
    method: "GET",
    path: "/api/products",
    tag: "products",
    summary: "Read the catalogue page by page, or products by id",
    description:
      "The ids of variants, which carts take, are in `variants`. Ordered by id. Follow `meta.next` until it is null: products that are added or removed meanwhile make no other appear twice or be left out.",
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
        limit: "50",
        after: "100",
      },
      answer: {
        data: [
          {
            id: 101,
            name: "Rainbow Stacker",
            category_names: ["Stackers"],
            brand_name: "Larch & Lime",
            is_free_shipping: false,
            url: "https://shop.example/p/wooden-toys/stackers/rainbow-stacker",
            images: [
              {
                url: "https://shop.example/image/products/rainbow-stacker-1.jpg?w=640",
                alt: "Seven wooden arches, stacked",
              },
            ],
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
        meta: { total: 2, limit: 50, next: null, unknown_parameters: [] },
      },
    },
  },
} as const satisfies Record<string, ApiCall>;
