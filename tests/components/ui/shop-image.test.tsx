// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { ImageServiceContext } from "#app/hooks/image-url.ts";
import { SaveDataContext } from "#app/hooks/save-data.ts";

afterEach(cleanup);

const DUCK = { file: "products/duck-1.jpg", alt: "Yellow duck", width: 1200, height: 1200 };

/** The widths on offer, in pixels. */
function offered(): ReadonlyArray<number> {
  const srcset = screen.getByRole("img").getAttribute("srcset") ?? "";
  return srcset.split(", ").map((item) => Number(/ (\d+)w$/.exec(item)?.[1]));
}

test("an image has its dimensions, a srcset of the standard widths and lazy loading", () => {
  render(<ShopImage image={{ ...DUCK, width: 1600, height: 1600 }} sizes={IMAGE_SIZES.card} />);

  const image = screen.getByRole("img", { name: "Yellow duck" });
  expect(image.getAttribute("width")).toBe("1600");
  expect(image.getAttribute("height")).toBe("1600");
  expect(image.getAttribute("loading")).toBe("lazy");
  expect(offered()).toEqual([320, 640, 768, 1024, 1280, 1536]);
  expect(image.getAttribute("srcset")).toContain("/image/products/duck-1.jpg?w=320 320w");
});

test.each([
  ["an image of 1200 pixels on the whole screen", IMAGE_SIZES.hero, [320, 640, 768, 1024, 1280]],
  ["a thumb of 136 pixels", IMAGE_SIZES.thumb, [160, 240, 320, 640]],
  ["a thumb of 56 pixels", "56px", [96, 160, 240]],
  ["an image of 352 pixels", "352px", [640, 768, 1024, 1280]],
  ["a toy on the ruler", IMAGE_SIZES.ruler, [96, 160, 240, 320, 640, 768, 1024, 1280]],
])("%s is offered in widths that a screen can use", (_, sizes, widths) => {
  render(<ShopImage image={DUCK} sizes={sizes} />);

  expect(offered()).toEqual(widths);
});

test("the first image of a page loads eagerly", () => {
  render(<ShopImage image={DUCK} sizes={IMAGE_SIZES.hero} priority />);

  const image = screen.getByRole("img");
  expect(image.getAttribute("fetchpriority")).toBe("high");
  expect(image.hasAttribute("loading")).toBe(false);
});

test("a visitor with Save-Data gets no large images, and lower quality", () => {
  render(
    <SaveDataContext.Provider value={true}>
      <ShopImage image={DUCK} sizes={IMAGE_SIZES.hero} />
    </SaveDataContext.Provider>,
  );

  expect(offered()).toEqual([320, 640]);
  expect(screen.getByRole("img").getAttribute("src")).toBe("/image/products/duck-1.jpg?w=640&q=50");
});

test("with a transformation service images have the service's addresses", () => {
  const service = {
    base: "https://pictures.example/demo/image",
    folder: "shop",
    origin: "https://shop.example",
  };
  render(
    <ImageServiceContext.Provider value={service}>
      <ShopImage image={DUCK} sizes={IMAGE_SIZES.card} />
    </ImageServiceContext.Provider>,
  );

  const start = "https://pictures.example/demo/image/upload/c_limit,f_auto,q_auto:good,w_";
  const candidates = screen.getByRole("img").getAttribute("srcset")?.split(", ") ?? [];
  expect(candidates).toHaveLength(5);
  expect(candidates.every((candidate) => candidate.startsWith(start))).toBe(true);
});

test("a remote image is served through the shop", () => {
  render(<ShopImage image={{ ...DUCK, file: "https://cdn.example/a.jpg?x=1" }} sizes={IMAGE_SIZES.card} />);

  expect(screen.getByRole("img").getAttribute("src")).toBe(
    "/image/remote?src=https%3A%2F%2Fcdn.example%2Fa.jpg%3Fx%3D1&w=640",
  );
});
