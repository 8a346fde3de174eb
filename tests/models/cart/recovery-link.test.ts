import { expect, test, vi } from "vitest";

import { RECOVERY_LINK_DAYS, recoveryAddress, signedPurpose } from "#app/models/cart/recovery-link.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

const secrets = vi.hoisted(() => ({ list: ["a".repeat(40)] }));

vi.mock("#app/config.server.ts", () => ({
  config: {
    origin: "https://shop.example",
    get sessionSecrets() {
      return secrets.list;
    },
  },
}));

const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const sigOf = (address: string) => new URL(address).searchParams.get("sig");

test("a link is valid for two weeks, for its own cart, and not with a changed character", () => {
  const cartId = newId("cart");
  const address = recoveryAddress(cartId, NOW);
  const sig = sigOf(address);

  expect(address).toMatch(
    new RegExp(`^https://shop\\.example/cart-recovery/${cartId}\\?sig=[a-z0-9]+\\.[\\w-]{22}$`),
  );
  expect(signedPurpose(cartId, sig, NOW)).toBe("recovery");
  expect(signedPurpose(cartId, sig, after(RECOVERY_LINK_DAYS))).toBe("recovery");
  expect(signedPurpose(cartId, sig, after(RECOVERY_LINK_DAYS + 1))).toBeNull();
  expect(signedPurpose(newId("cart"), sig, NOW)).toBeNull();
  for (const wrong of [null, "", "x", `${sig}x`, sig!.replace(/^./, "z"), `${sig!.slice(0, -1)}~`])
    expect(signedPurpose(cartId, wrong, NOW)).toBeNull();
});

test("a link is the same all day, and stays valid after a rotation while the old secret is listed", () => {
  const cartId = newId("cart");
  const sig = sigOf(recoveryAddress(cartId, NOW));
  expect(sigOf(recoveryAddress(cartId, new Date("2026-11-21T23:59:59Z")))).toBe(sig);

  secrets.list = ["b".repeat(40), "a".repeat(40)];
  expect(signedPurpose(cartId, sig, NOW)).toBe("recovery");
  expect(sigOf(recoveryAddress(cartId, NOW))).not.toBe(sig);
  secrets.list = ["b".repeat(40)];
  expect(signedPurpose(cartId, sig, NOW)).toBeNull();
});

test("a link for the checkout is signed for nothing else", () => {
  const cartId = newId("cart");
  const sig = sigOf(recoveryAddress(cartId, NOW, "checkout"));

  expect(signedPurpose(cartId, sig, NOW)).toBe("checkout");
  expect(signedPurpose(cartId, sig, after(RECOVERY_LINK_DAYS + 1))).toBeNull();
  expect(sig).not.toBe(sigOf(recoveryAddress(cartId, NOW)));
});
