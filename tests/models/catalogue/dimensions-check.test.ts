import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { fitInto, type Size, type Space } from "#app/models/catalogue/dimensions-check.ts";
import { FIT_FIELDS, readFitQuestion } from "#app/models/catalogue/dimensions-form.ts";
import { sizeDrawing } from "#app/models/catalogue/size-diagram.ts";

const length = fc.integer({ min: 1, max: 3_000 });
const size: fc.Arbitrary<Size> = fc.record({ width: length, depth: length, height: length });
const boot: fc.Arbitrary<Space> = size.map((inside) => ({ place: "boot", ...inside }));
const doorway: fc.Arbitrary<Space> = size.map(({ width, height }) => ({
  place: "doorway",
  width,
  depth: null,
  height,
}));

const sorted = ({ width, depth, height }: Size) => [width, depth, height].sort((a, b) => a - b);
const turnings = ({ width: w, depth: d, height: h }: Size): ReadonlyArray<Size> => [
  { width: w, depth: d, height: h },
  { width: d, depth: w, height: h },
  { width: h, depth: d, height: w },
  { width: w, depth: h, height: d },
  { width: d, depth: h, height: w },
  { width: h, depth: w, height: d },
];

test("a box fits into a boot if and only if each sorted measure is at most the boot's, however either is turned", () => {
  fc.assert(
    fc.property(size, boot, (box, space) => {
      const { fits, spare } = fitInto(box, space);
      const inside = sorted(space as Size);
      expect(fits).toBe(sorted(box).every((side, place) => side <= (inside[place] ?? 0)));
      for (const turned of turnings(box)) expect(fitInto(turned, space).spare).toBe(spare);
      for (const turned of turnings(space as Size))
        expect(fitInto(box, { ...space, ...turned }).spare).toBe(spare);
    }),
  );
});

test("the turned box has the same measures and leaves the spare room that the answer names, and a larger boot no less", () => {
  fc.assert(
    fc.property(size, boot, length, (box, space, more) => {
      const { turned, spare, side } = fitInto(box, space);
      expect(sorted(turned)).toEqual(sorted(box));
      expect((space[side] ?? 0) - turned[side]).toBe(spare);
      for (const each of ["width", "depth", "height"] as const)
        expect((space[each] ?? 0) - turned[each]).toBeGreaterThanOrEqual(spare);
      const larger = { ...space, width: space.width + more };
      expect(fitInto(box, larger).spare).toBeGreaterThanOrEqual(spare);
    }),
  );
});

test("a box fits through a doorway if its two smallest measures do", () => {
  fc.assert(
    fc.property(size, doorway, (box, space) => {
      const [first = 0, second = 0] = sorted(box);
      const opening = [space.width, space.height ?? 0].sort((a, b) => a - b);
      expect(fitInto(box, space).fits).toBe(first <= (opening[0] ?? 0) && second <= (opening[1] ?? 0));
    }),
  );
});

test("along a wall only the width counts, as the product stands", () => {
  fc.assert(
    fc.property(size, length, (box, width) => {
      const fit = fitInto(box, { place: "wall", width, depth: null, height: null });
      expect(fit).toMatchObject({ fits: box.width <= width, spare: width - box.width, isUpright: true });
    }),
  );
});

const requested = (query: string) => readFitQuestion(new URLSearchParams(query));

test("a measure is read in centimetres, with a point, a comma or the unit", () => {
  expect(requested("fit=boot&fit-width=95&fit-depth=60.5&fit-height=48,25+cm")?.space).toEqual({
    place: "boot",
    width: 950,
    depth: 605,
    height: 483,
  });
  expect(requested("fit=doorway&fit-width=76&fit-height=198&fit-depth=nonsense")?.space).toEqual({
    place: "doorway",
    width: 760,
    depth: null,
    height: 1980,
  });
  expect(requested("swatch=sage")).toBeNull();
});

test("an invalid measure is returned as typed, with an error for each field", () => {
  const question = requested("fit=boot&fit-width=&fit-depth=wide&fit-height=0");

  expect(question?.space).toBeNull();
  expect(question?.values).toEqual({ width: "", depth: "wide", height: "0" });
  expect(question?.errors).toEqual({
    [FIT_FIELDS.width]: "Enter the width in centimetres, such as 95",
    [FIT_FIELDS.depth]: "The depth must be between 1 and 1,000 cm",
    [FIT_FIELDS.height]: "The height must be between 1 and 1,000 cm",
  });
});

test("every text is read as either dimensions or errors", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (place, width) => {
      const question = readFitQuestion(new URLSearchParams({ fit: place, "fit-width": width }));
      const hasErrors = Object.keys(question?.errors ?? {}).length > 0;
      expect(question?.space === null).toBe(hasErrors);
    }),
  );
});

test("a drawing preserves all proportions, on one ground and side by side", () => {
  fc.assert(
    fc.property(size, fc.option(size), (open, folded) => {
      const { things, ground, width } = sizeDrawing(open, folded);
      const child = things.find(({ thing }) => thing.shape === "child")!;
      const scale = child.box.height / 960;
      const own = things[0]!;
      const across = folded ? open.depth : open.width;
      expect(own.box.width / scale).toBeCloseTo(across, -2);
      for (const [index, { box, middle }] of things.entries()) {
        expect(Math.abs(box.y + box.height - ground)).toBeLessThan(0.3);
        const next = things[index + 1];
        if (next) expect(box.x + box.width).toBeLessThan(next.box.x);
        expect(middle).toBeLessThan(width);
      }
    }),
  );
});

test("the drawing has a text alternative", () => {
  const open = { width: 570, depth: 920, height: 1060 };
  const folded = { width: 570, depth: 330, height: 720 };
  expect(sizeDrawing(open, folded).text).toBe(
    "Open, 57 cm wide, 92 cm deep and 106 cm high. Folded, 57 cm wide, 33 cm deep and 72 cm high. Drawn to scale next to a 3-year-old, 96 cm, a small boot, 100 × 50 cm and a doorway, 76.2 × 198.1 cm.",
  );
  expect(sizeDrawing({ width: 350, depth: 72, height: 175 }, null).text).toBe(
    "It is 35 cm wide, 7.2 cm deep and 17.5 cm high. Drawn to scale next to a 3-year-old, 96 cm.",
  );
});
