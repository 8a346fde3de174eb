import { expect, test } from "vitest";

import { withoutSecrets } from "#app/http/server/log.server.ts";
import { loggedPath } from "#app/http/server/request-log.server.ts";

const ID = "A-_9".repeat(5) + "ab";

test("ids that grant access are never logged, and other ids are", () => {
  const line = `{"path":"/favourites/list_${ID}","job":"abandoned-cart:cart_${ID}","err":"no test_${ID}","order":"order_${ID}"}`;

  expect(withoutSecrets(line)).toBe(
    `{"path":"/favourites/list_[removed]","job":"abandoned-cart:cart_[removed]","err":"no test_[removed]","order":"order_${ID}"}`,
  );
});

test.each(["token", "k", "sig", "proof", "TOKEN"])("the value of %s in an address is not logged", (name) => {
  const line = `{"err":"fetch https://shop.example/x?a=1&${name}=gfr.q4Jm2Wc9 failed"}`;

  expect(withoutSecrets(line)).toBe(`{"err":"fetch https://shop.example/x?a=1&${name}=[removed] failed"}`);
});

test.each([
  ["/c/wooden-toys", "/c/wooden-toys"],
  ["/search/b%C3%A4r", "/search/bär"],
  ["/orders/order_1%3Fk%3Dsecret", "/orders/order_1"],
  ["/orders/order_1%253Fk%253Dsecret", "/orders/order_1"],
  ["/verify&token=secret", "/verify"],
  ["/%66avourites/%6cist_1", "/favourites/list_1"],
  ["/%E0%A4%A", "/%E0%A4%A"],
])("the path %s is logged as %s", (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
