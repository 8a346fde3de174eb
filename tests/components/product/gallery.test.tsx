// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";

import { Gallery, type GalleryImage } from "#app/components/product/gallery.tsx";
import { renderPage } from "#tests/support/checks/render-page.tsx";

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

// jsdom draws no dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});
afterEach(cleanup);

test("without scripts the large image links to its full-size file, and each thumbnail to the page that enlarges it", () => {
  renderPage(<Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={[]} />);

  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/image/products/a-1.jpg?w=1536", "/p/toys/a?image=2", "/p/toys/a?image=3"]);
});

test("the first image loads eagerly with high priority, the others lazily", () => {
  const { container } = renderPage(
    <Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={[]} />,
  );

  const images = [...container.querySelectorAll("img")];
  expect(images[0]?.getAttribute("fetchpriority")).toBe("high");
  expect(images.slice(1).map((image) => image.getAttribute("loading"))).toEqual(["lazy", "lazy"]);
});

test("the image that the address names is the large one, and its number is unchanged", () => {
  const { container } = renderPage(
    <Gallery productId={101} name="Stacker" images={IMAGES} chosen={1} others={[]} />,
  );

  expect(container.querySelector("img")?.getAttribute("alt")).toBe("About products/a-2.jpg");
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Zoom image 2 of 3",
    "Show image 1 of 3: ",
    "Show image 3 of 3: ",
  ]);
});

test("other colours link to their own addresses", () => {
  renderPage(<Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={OTHERS} />);

  expect(screen.getByRole("link", { name: "Forest" }).getAttribute("href")).toBe("/p/toys/a?swatch=forest");
  expect(screen.getByText("Shown in Muted")).toBeDefined();
});

test("zooming shows the image over the page, and Next shows the following one", async () => {
  renderPage(<Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={[]} />);

  fireEvent.click(screen.getByRole("link", { name: /Zoom image 1 of 3/ }));
  const first = (await screen.findByRole("status")).textContent;
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));
  const before = screen.getByRole("status").textContent;
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));

  expect([first, before]).toEqual(["image 1 of 3", "image 2 of 3"]);
  expect(screen.getByRole("status").textContent).toBe("image 3 of 3");
  expect(screen.getByRole("button", { name: "Next image" }).getAttribute("aria-disabled")).toBe("true");
});

test("zooming passes through the loading state", async () => {
  const { container } = renderPage(
    <Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={[]} />,
  );
  fireEvent.click(screen.getByRole("link", { name: /Zoom image 1 of 3/ }));
  await screen.findByRole("status");
  const stage = container.querySelector("dialog [data-zoom]");

  const before = stage?.getAttribute("data-zoom");
  fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  const during = stage?.getAttribute("data-zoom");
  fireEvent.click(screen.getByRole("button", { name: "Zoom out" }));

  expect([before, during, stage?.getAttribute("data-zoom")]).toEqual(["not-zoomed", "loading", "not-zoomed"]);
});

test("opening an image in a new window is left to the browser", () => {
  renderPage(<Gallery productId={101} name="Stacker" images={IMAGES} chosen={0} others={[]} />);
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
