// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";

afterEach(cleanup);

const DUCK = { file: "products/duck-1.jpg", alt: "Yellow duck", width: 1200, height: 1200 };

test("a picture has its size, the six widths and a place in the queue", () => {
  render(<Picture picture={DUCK} sizes={PICTURE_SIZES.card} />);

  const image = screen.getByRole("img", { name: "Yellow duck" });
  expect(image.getAttribute("width")).toBe("1200");
  expect(image.getAttribute("height")).toBe("1200");
  expect(image.getAttribute("loading")).toBe("lazy");
  expect(image.getAttribute("srcset")?.split(", ")).toHaveLength(6);
  expect(image.getAttribute("srcset")).toContain("/image/products/duck-1.jpg?w=320 320w");
});

test("the first picture of a page is fetched at once", () => {
  render(<Picture picture={DUCK} sizes={PICTURE_SIZES.hero} priority />);

  const image = screen.getByRole("img");
  expect(image.getAttribute("fetchpriority")).toBe("high");
  expect(image.hasAttribute("loading")).toBe(false);
});
