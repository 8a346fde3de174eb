import { expect, test } from "vitest";

import { startShop } from "#tests/support/shops/server.ts";

/** Nothing answers here. */
const NOBODY = "http://127.0.0.1:9";
const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_51aFakeKeyForTests",
  STRIPE_WEBHOOK_SECRETS: "whsec_the-secret-that-signs-now",
  STRIPE_API_BASE: NOBODY,
};
const KEYS = { SEARCH_URL: NOBODY, SEARCH_KEY: "search-key", SEARCH_WRITE_KEY: "write-key" };

/** Each kind of service by one vendor or the other. */
const CHOICES = [
  {
    ...STRIPE,
    ...KEYS,
    SEARCH_PROVIDER: "meilisearch",
    SMTP_URL: "smtp://127.0.0.1:9",
    ADDRESS_LOOKUP: "ideal-postcodes",
    ADDRESS_LOOKUP_KEY: "ak_test",
    ADDRESS_LOOKUP_URL: NOBODY,
    PASSWORD_BREACH_CHECK: "hibp",
    PASSWORD_BREACH_URL: NOBODY,
    CONTENT_PROVIDER: "strapi",
    STRAPI_URL: NOBODY,
    STRAPI_TOKEN: "a-token-for-reading",
    ANALYTICS_PROVIDER: "posthog",
    ANALYTICS_KEY: `phc_${"0".repeat(43)}`,
    ANALYTICS_HOST: NOBODY,
    MARKETING_PROVIDER: "omnisend",
    OMNISEND_API_KEY: "omnisend-key",
    OMNISEND_API_BASE: NOBODY,
    SHARED_CACHE: "varnish",
    SHARED_CACHE_URL: NOBODY,
  },
  {
    ...STRIPE,
    ...KEYS,
    SEARCH_PROVIDER: "algolia",
    SEARCH_APP_ID: "APP",
    ANALYTICS_PROVIDER: "mixpanel",
    ANALYTICS_KEY: "0".repeat(32),
    ANALYTICS_HOST: NOBODY,
    MARKETING_PROVIDER: "omnisend-v3",
    OMNISEND_API_KEY: "omnisend-key",
    OMNISEND_API_BASE: NOBODY,
    SHARED_CACHE: "fastly",
    SHARED_CACHE_ID: "service",
    SHARED_CACHE_TOKEN: "a-token-for-purging",
    SHARED_CACHE_URL: NOBODY,
  },
] as const;

test.each(CHOICES)(
  "the built shop opens and shows its pages with Stripe, $SEARCH_PROVIDER, $ANALYTICS_PROVIDER and $MARKETING_PROVIDER, none of which answers",
  async (env) => {
    const shop = await startShop({ env });
    try {
      for (const path of ["/", "/search?q=rainbow", "/cart", "/information/contact-us"])
        expect((await fetch(shop.origin + path)).status, path).toBe(200);
    } finally {
      await shop.stop();
    }
  },
);
