// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { Gallery, type GalleryImage } from "#app/components/product/gallery.tsx";
import { renderPage, useJsdom } from "#tests/support/checks/render-page.tsx";

const galleryImage = (file: string, shownIn: string | null = null): GalleryImage => ({
  file,
  alt: `About ${file}`,
  width: 1200,
  height: 1200,
  variantKey: "muted",
  role: "hero",
  shownIn,
  path: `/p/toys/a?image=${/\d/.exec(file)?.[0]}`,
});

const IMAGES = [
  galleryImage("products/a-1.jpg"),
  galleryImage("products/a-2.jpg"),
  galleryImage("products/a-3.jpg", "Muted"),
];
const OTHERS = [
  {
    label: "Forest",
    path: "/p/toys/a?swatch=forest",
    image: galleryImage("products/a--forest-1.jpg"),
  },
];

useJsdom();

const draw = (chosen: number, others: typeof OTHERS = []) =>
  renderPage(<Gallery productId={101} name="Stacker" images={IMAGES} chosen={chosen} others={others} />);

/** Opens the first image over the page. */
async function zoom() {
  const drawn = draw(0);
  fireEvent.click(screen.getByRole("link", { name: /Zoom image 1 of 3/ }));
  await screen.findByRole("status");
  return drawn;
}

test("without scripts the large image links to its file, each thumbnail to its page, and only the first loads eagerly", () => {
  const { container } = draw(0);

  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/image/products/a-1.jpg?w=1536", "/p/toys/a?image=2", "/p/toys/a?image=3"]);
  const images = [...container.querySelectorAll("img")];
  expect(images[0]?.getAttribute("fetchpriority")).toBe("high");
  expect(images.slice(1).map((image) => image.getAttribute("loading"))).toEqual(["lazy", "lazy"]);
});

test("the image that the address names is the large one, and its number is unchanged", () => {
  const { container } = draw(1);

  expect(container.querySelector("img")?.getAttribute("alt")).toBe("About products/a-2.jpg");
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Zoom image 2 of 3",
    "Show image 1 of 3: ",
    "Show image 3 of 3: ",
  ]);
});

test("other colours link to their own addresses", () => {
  draw(0, OTHERS);

  expect(screen.getByRole("link", { name: "Forest" }).getAttribute("href")).toBe("/p/toys/a?swatch=forest");
  expect(screen.getByText("Shown in Muted")).toBeDefined();
});

test("zooming shows the image over the page, and Next shows the following one", async () => {
  await zoom();

  const next = screen.getByRole("button", { name: "Next image" });
  for (const number of [1, 2, 3]) {
    expect(screen.getByRole("status").textContent).toBe(`image ${number} of 3`);
    fireEvent.click(next);
  }
  expect(screen.getByRole("status").textContent).toBe("image 3 of 3");
  expect(next.getAttribute("aria-disabled")).toBe("true");
});

test("zooming passes through the loading state", async () => {
  const { container } = await zoom();
  const stage = container.querySelector("dialog [data-zoom]");

  const before = stage?.getAttribute("data-zoom");
  fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  const during = stage?.getAttribute("data-zoom");
  fireEvent.click(screen.getByRole("button", { name: "Zoom out" }));

  expect([before, during, stage?.getAttribute("data-zoom")]).toEqual(["not-zoomed", "loading", "not-zoomed"]);
});

/** A finger moves `by` pixels down over the open dialog. Answers with whether it is still open. */
function swipe(dialog: HTMLDialogElement | null, by: number): boolean {
  const touch = (y: number) => [{ clientX: 100, clientY: 100 + y }];
  const stage = dialog?.querySelector("[data-zoom]") ?? document.body;
  fireEvent.touchStart(stage, { touches: touch(0) });
  fireEvent.pointerUp(stage, { pointerType: "touch" });
  fireEvent.touchEnd(stage, { changedTouches: touch(by) });
  return dialog?.open ?? false;
}

test("the zoom lies where the first dialog lies, and a swipe down closes it, but not over a zoomed image", async () => {
  vi.stubGlobal(
    "Image",
    class {
      onload = () => undefined;
      set src(_: string) {
        this.onload();
      }
    },
  );
  const { container } = await zoom();
  const dialog = container.querySelector("dialog");

  expect(dialog?.style.zIndex).toBe("1000");
  fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(swipe(dialog, 300)).toBe(true);
  vi.unstubAllGlobals();
  expect([swipe(dialog, 5), swipe(dialog, -300), swipe(dialog, 300)]).toEqual([true, true, false]);
});

test("opening an image in a new window is left to the browser", () => {
  draw(0);
  let wasPrevented = true;
  const browser = (event: Event) => {
    wasPrevented = event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener("click", browser, { once: true });

  fireEvent.click(screen.getByRole("link", { name: /Zoom image 1 of 3/ }), { ctrlKey: true });

  expect(wasPrevented).toBe(false);

  expect(screen.queryByRole("status")).toBeNull();
});
