import type { ReactElement } from "react";
import { expect, test } from "vitest";

import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { ImageServiceContext } from "#app/hooks/image-url.ts";
import { SaveDataContext } from "#app/hooks/save-data.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const DUCK = { file: "products/duck-1.jpg", alt: "Yellow duck", width: 1200, height: 1200 };

/** The one image of a page, and the widths on offer, in pixels. */
async function draw(element: ReactElement) {
  const image = (await staticPage(element)).getByRole("img");
  const srcset = image.getAttribute("srcset") ?? "";
  return { image, offered: srcset.split(", ").map((item) => Number(/ (\d+)w$/.exec(item)?.[1])) };
}

test("an image has its dimensions, a srcset of the standard widths and lazy loading", async () => {
  const { image, offered } = await draw(
    <ShopImage image={{ ...DUCK, width: 1600, height: 1600 }} sizes={IMAGE_SIZES.card} />,
  );

  expect(image.getAttribute("alt")).toBe("Yellow duck");
  expect(image.getAttribute("width")).toBe("1600");
  expect(image.getAttribute("height")).toBe("1600");
  expect(image.getAttribute("loading")).toBe("lazy");
  expect(offered).toEqual([320, 640, 768, 1024, 1280, 1536]);
  expect(image.getAttribute("srcset")).toContain("/image/products/duck-1.jpg?w=320 320w");
});

test.each([
  ["an image of 1200 pixels on the whole screen", IMAGE_SIZES.hero, [320, 640, 768, 1024, 1280]],
  ["a thumb of 136 pixels", IMAGE_SIZES.thumb, [160, 240, 320, 640]],
  ["a thumb of 56 pixels", "56px", [96, 160, 240]],
  ["an image of 352 pixels", "352px", [640, 768, 1024, 1280]],
  ["a toy on the ruler", IMAGE_SIZES.ruler, [96, 160, 240, 320, 640, 768, 1024, 1280]],
])("%s is offered in widths that a screen can use", async (_, sizes, widths) => {
  const { offered } = await draw(<ShopImage image={DUCK} sizes={sizes} />);

  expect(offered).toEqual(widths);
});

test("the first image of a page loads eagerly", async () => {
  const { image } = await draw(<ShopImage image={DUCK} sizes={IMAGE_SIZES.hero} priority />);

  expect(image.getAttribute("fetchpriority")).toBe("high");
  expect(image.hasAttribute("loading")).toBe(false);
});

test("a visitor with Save-Data gets no large images, and lower quality", async () => {
  const { image, offered } = await draw(
    <SaveDataContext.Provider value={true}>
      <ShopImage image={DUCK} sizes={IMAGE_SIZES.hero} />
    </SaveDataContext.Provider>,
  );

  expect(offered).toEqual([320, 640]);
  expect(image.getAttribute("src")).toBe("/image/products/duck-1.jpg?w=640&q=50");
});

test("with a transformation service images have the service's addresses", async () => {
  const base = "https://pictures.example/demo/image";
  const service = { base, folder: "shop", origin: "https://shop.example" };
  const { image } = await draw(
    <ImageServiceContext.Provider value={service}>
      <ShopImage image={DUCK} sizes={IMAGE_SIZES.card} />
    </ImageServiceContext.Provider>,
  );

  const start = `${base}/upload/c_limit,f_auto,q_auto:good,w_`;
  const candidates = image.getAttribute("srcset")?.split(", ") ?? [];
  expect(candidates).toHaveLength(5);
  expect(candidates.every((candidate) => candidate.startsWith(start))).toBe(true);
});

test("a remote image is served through the shop", async () => {
  const { image } = await draw(
    <ShopImage image={{ ...DUCK, file: "https://cdn.example/a.jpg?x=1" }} sizes={IMAGE_SIZES.card} />,
  );

  expect(image.getAttribute("src")).toBe("/image/remote?src=https%3A%2F%2Fcdn.example%2Fa.jpg%3Fx%3D1&w=640");
});
