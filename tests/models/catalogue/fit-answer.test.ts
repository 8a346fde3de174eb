import { expect, test } from "vitest";

import type { PackedBox, Size, Space } from "#app/models/catalogue/dimensions-check.ts";
import {
  answerFit,
  fitIntroduction,
  type FitMeasures,
  measureRows,
} from "#app/models/catalogue/fit-answer.ts";
import { fitDrawing } from "#app/models/catalogue/size-diagram.ts";
import fc from "#tests/support/fast-check.ts";

const length = fc.integer({ min: 100, max: 2_500 });
const size: fc.Arbitrary<Size> = fc.record({ width: length, depth: length, height: length });
const box: fc.Arbitrary<PackedBox> = fc.record({
  width: length,
  depth: length,
  height: length,
  weight: fc.constant(9_000),
});

const boot = (width: number, depth: number, height: number): Space => ({
  place: "boot",
  width,
  depth,
  height,
});
const doorway = (width: number, height = 1_980): Space => ({ place: "doorway", width, depth: null, height });
const wall = (width: number): Space => ({ place: "wall", width, depth: null, height: null });

const PUSHCHAIR: FitMeasures = {
  size: { width: 570, depth: 920, height: 1060 },
  foldedSize: { width: 570, depth: 330, height: 720 },
  boxes: null,
};
const COT_BED: FitMeasures = {
  size: { width: 1460, depth: 760, height: 880 },
  foldedSize: null,
  boxes: [
    { width: 1480, depth: 800, height: 140, weight: 21_000 },
    { width: 920, depth: 760, height: 120, weight: 14_000 },
  ],
};
const CHEST: FitMeasures = { size: { width: 960, depth: 480, height: 870 }, foldedSize: null, boxes: null };

function answerTexts(product: FitMeasures, space: Space) {
  const { verdict, text, note } = answerFit(product, space);
  return [`${verdict} ${text}`, ...(note === null ? [] : [note])];
}

test("a folding product is answered folded at a boot, with what is left on each side", () => {
  expect(answerTexts(PUSHCHAIR, boot(980, 700, 450))).toEqual([
    "Yes, folded. Lying flat it leaves 26 cm across, 13 cm in depth and 12 cm in height.",
  ]);
  expect(answerTexts(PUSHCHAIR, boot(980, 550, 450))).toEqual([
    "No. Folded, it is 2 cm too deep, whichever way round we lay it.",
  ]);
});

test("what leaves two centimetres or less is only just enough", () => {
  expect(answerTexts(PUSHCHAIR, boot(740, 600, 350))).toEqual([
    "Only just, folded. Lying flat it leaves 2 cm across, 3 cm in depth and 2 cm in height. Measure again, and allow for the lid.",
  ]);
  expect(answerTexts(CHEST, doorway(480))).toEqual([
    "Only just. It goes through with 0 cm to spare. Measure again, and allow for the door's handle.",
  ]);
  expect(answerTexts(CHEST, wall(961))).toEqual(["Only just. It leaves 0.1 cm. Measure again."]);
});

test("a pushchair is pushed through a door open where it goes, and else folded", () => {
  expect(answerTexts(PUSHCHAIR, doorway(760))).toEqual(["Yes. Open, it goes through with 19 cm to spare."]);
  expect(answerTexts(PUSHCHAIR, doorway(550))).toEqual([
    "Yes, folded. It goes through with 22 cm to spare. Open, it is 2 cm too wide.",
  ]);
});

test("what comes flat is carried through a door in its boxes, and the answer says if it will not come out again", () => {
  expect(answerTexts(COT_BED, doorway(700))).toEqual([
    "Yes. The larger box is 148 × 80 × 14 cm and goes through on its edge with 56 cm to spare.",
    "Built, it is 76 cm wide and will not go through this door again. Build it where it will stand.",
  ]);
  expect(answerTexts(COT_BED, doorway(900))).toHaveLength(1);
  expect(answerTexts({ ...COT_BED, boxes: [] }, doorway(400))).toEqual([
    "It comes flat and is built in the room, so a doorway is rarely a problem. Ask us for the box sizes.",
  ]);
});

test("a wall is answered as the product stands, whatever it comes in", () => {
  expect(answerTexts(COT_BED, wall(1_600))).toEqual(["Yes. It leaves 14 cm."]);
  expect(answerTexts(COT_BED, wall(1_400))).toEqual(["No. It is 6 cm too wide."]);
});

test("a folding product is never answered open at a boot", () => {
  fc.assert(
    fc.property(size, size, size, (open, folded, inside) => {
      const space = boot(inside.width, inside.depth, inside.height);
      const answer = answerFit({ size: open, foldedSize: folded, boxes: null }, space);
      expect(answer.placed?.state).toBe("folded");
      expect(answer).toEqual(answerFit({ size: folded, foldedSize: folded, boxes: null }, space));
    }),
  );
});

test("no doorway that all boxes go through is answered with No", () => {
  fc.assert(
    fc.property(size, fc.array(box, { maxLength: 4 }), length, length, (built, boxes, width, height) => {
      const opening = [width, height].sort((a, b) => a - b);
      const goThrough = boxes.every((one) => {
        const [first = 0, second = 0] = [one.width, one.depth, one.height].sort((a, b) => a - b);
        return first <= (opening[0] ?? 0) && second <= (opening[1] ?? 0);
      });
      const { kind } = answerFit({ size: built, foldedSize: null, boxes }, doorway(width, height));
      expect(kind === "no").toBe(!goThrough);
    }),
  );
});

test("boxes and the built product are listed, and the introduction names how it arrives", () => {
  expect(measureRows(COT_BED)).toEqual([
    ["Box 1", "148 × 80 × 14 cm, 21 kg"],
    ["Box 2", "92 × 76 × 12 cm, 14 kg"],
    ["Built", "146 × 76 × 88 cm"],
  ]);
  expect(measureRows(PUSHCHAIR)).toEqual([]);
  expect(fitIntroduction(COT_BED)).toBe("It comes flat, in two boxes, and is built in the room.");
  expect(fitIntroduction({ boxes: [] })).toBe("It comes flat and is built in the room.");
});

test("too deep is drawn from above, everything else from the front, and both have a text alternative", () => {
  const drawn = (product: FitMeasures, space: Space) => fitDrawing(answerFit(product, space), space, product);
  const above = drawn(PUSHCHAIR, boot(980, 550, 450));
  const door = drawn(COT_BED, doorway(700));

  expect(above?.text).toBe(
    "Your boot, seen from above. No. Folded, it is 2 cm too deep, whichever way round we lay it.",
  );
  expect(above?.things[0]).toMatchObject({ thing: { name: "Folded, 72 × 57 cm" }, inside: { fits: false } });
  expect(door?.things.map(({ thing }) => thing.name)).toEqual([
    "Box, 14 cm across, 80 cm high",
    "Build it in the room",
  ]);
  expect(drawn({ ...COT_BED, boxes: [] }, doorway(700))).toBeNull();
});
