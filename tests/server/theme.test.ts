import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { runCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

const PATHS = ["/", "/c/wooden-toys", "/cart", "/no-such-page", "/desk/login"];

/** Style and rule for styles of a page that is drawn, and of the same page once it is stored. */
async function stylesOf(headers: HeadersInit): Promise<ReadonlyArray<readonly [string, string]>> {
  const found: Array<readonly [string, string]> = [];
  for (const path of [...PATHS, ...PATHS]) {
    const answer = await fetch(shop.origin + path, { headers });
    const [, style = ""] = /<style>(.*?)<\/style>/.exec(await answer.text()) ?? [];
    found.push([
      style,
      /style-src[^;]*/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[0] ?? "",
    ]);
  }
  return found;
}

test.each([
  ["with scripts", {}],
  ["without", { "Save-Data": "on" }],
])(
  "every page %s has the shop's colours and allows exactly them, and none without a theme",
  async (_scripts, headers) => {
    const background = async () => {
      const manifest = (await (await fetch(`${shop.origin}/manifest.webmanifest`)).json()) as Record<
        string,
        string
      >;
      return manifest["background_color"];
    };
    const plain = [...PATHS, ...PATHS].map(() => ["", "style-src 'self'"]);
    expect(await stylesOf(headers)).toEqual(plain);

    await runCommand(shop, ["settings", "set", "page-colour", "#FFFFFF"]);
    const themed = await stylesOf(headers);

    const style = themed[0]?.[0] ?? "";
    expect(style).toMatch(/^:root\{--paper:#ffffff;/);
    const hash = createHash("sha256").update(style).digest("base64");
    expect(new Set(themed.map((one) => one.join(" ")))).toEqual(
      new Set([`${style} style-src 'self' 'sha256-${hash}'`]),
    );
    expect(await background()).toBe("#ffffff");

    await runCommand(shop, ["settings", "set", "page-colour", ""]);
    expect(await stylesOf(headers)).toEqual(plain);
    expect(await background()).toBe("#f6f3ee");
  },
);
