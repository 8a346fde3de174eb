/** What every provider of images must do, whoever it is: run this over each adapter. */
import { expect, test } from "vitest";

import { SourceRefused } from "#app/services/images/image-errors.ts";
import { IMAGE_WIDTHS } from "#app/services/images/image-widths.ts";
import {
  IMAGE_FORMATS,
  IMAGE_QUALITIES,
  type ImageRequest,
  type ImagesPort,
  NO_METADATA,
} from "#app/services/images/images-port.ts";

/** The folder holds toys/train.jpg (1200 × 900) and broken.jpg; images may come from `remoteOrigin` too. */
type ImageBench = Readonly<{ port: () => ImagesPort; remoteOrigin: () => string }>;

export function imageRequest(changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    file: "toys/train.jpg",
    width: 640,
    quality: 75,
    format: "webp",
    isFixedFormat: false,
    ...changes,
  };
}

export function imagesContract({ port, remoteOrigin }: ImageBench): void {
  const ALL = IMAGE_WIDTHS.flatMap((width) =>
    IMAGE_QUALITIES.flatMap((quality) => IMAGE_FORMATS.map((format) => ({ width, quality, format }))),
  );

  test("every offered width, quality and format of an image is available, as bytes or by an address", async () => {
    for (const requested of ALL) {
      const answer = await port().render(imageRequest(requested));
      if (answer && "location" in answer)
        expect(answer.location, JSON.stringify(requested)).toContain(`w_${requested.width}`);
      else expect(answer?.body.byteLength, JSON.stringify(requested)).toBeGreaterThan(0);
    }
  });

  test("the same request has the same result", async () => {
    const [one, other] = [await port().render(imageRequest()), await port().render(imageRequest())];

    expect(one).toEqual(other);
  });

  test("an address that names its format is served by the shop in that format", async () => {
    for (const format of IMAGE_FORMATS) {
      const answer = await port().render(imageRequest({ format, isFixedFormat: true }));
      expect(answer).toMatchObject({ contentType: `image/${format}` });
    }
  });

  test.each([
    "../secret.jpg",
    "/etc/passwd.jpg",
    "toys/../../secret.jpg",
    ".hidden.jpg",
    "toys\\x.jpg",
    "",
    "toys/train.svg",
  ])("%j is not an image", async (file) => {
    expect(await port().render(imageRequest({ file }))).toBeNull();
  });

  test.each([
    "https://elsewhere.example/a.jpg",
    "http://127.0.0.1/a.jpg",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "gopher://x/",
    ":",
  ])("nothing is fetched from %s", async (file) => {
    await expect(port().render(imageRequest({ file }))).rejects.toThrow(SourceRefused);
  });

  test("an image of a listed host is shown", async () => {
    expect(await port().render(imageRequest({ file: `${remoteOrigin()}/far.jpg` }))).not.toBeNull();
  });

  test("an image has its size, and an unreadable one has none, without an exception", async () => {
    expect(await port().measure("toys/train.jpg")).toEqual({ width: 1200, height: 900, ratio: 4 / 3 });
    for (const file of ["nothing.jpg", "broken.jpg", "../x.jpg", "https://elsewhere.example/a.jpg", "", ":"])
      expect(await port().measure(file), file).toEqual(NO_METADATA);
  });
}
