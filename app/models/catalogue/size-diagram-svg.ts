import type { Box, PlacedItem, SizeDiagram, Shape } from "./size-diagram.ts";

const OUTLINES: Partial<Record<Shape, ReadonlyArray<readonly [part: Part, path: string]>>> = {
  pushchair: [
    ["tint", "M36 37C28 18 44 5 70 7c16 1 27 7 31 15L49 41Z"],
    ["oat", "M35 75H83L78 86H43Z"],
    ["line", "M17 88 71 32M89 92 36 37 7 4Q4 0 10 0H20M44 41 58 64 96 66"],
    ["line", "M33 88A16 12 0 1 1 1 88 16 12 0 1 1 33 88ZM100 92A11 8 0 1 1 78 92 11 8 0 1 1 100 92Z"],
  ],
  child: [
    ["oat", "M68 9A18 8.5 0 1 1 32 9 18 8.5 0 1 1 68 9Z"],
    [
      "oat",
      "M30 20H70Q78 20 80 26L94 50 84 53 72 36V60L76 100H56L50 66 44 100H24L28 60V36L16 53 6 50 20 26Q22 20 30 20Z",
    ],
  ],
  doorway: [
    ["line", "M0 100V0H100V100"],
    ["line", "M10 100V5H90V100M78 54V58"],
  ],
  folded: [
    ["tint", "M7 60C13 38 27 29 43 30L70 33 67 54 46 66 18 70Z"],
    ["line", "M23 37C25 48 24 58 21 68M38 30C40 41 40 53 37 66M54 31C55 40 54 50 52 60"],
    ["line", "M77 25H11Q4 25 4 35T10 46M15 77 87 50M31 81 91 71M69 33 81 40 87 64"],
    ["oat", "M29 77A7.5 14 0 1 1 14 77 7.5 14 0 1 1 29 77ZM99 60A11.5 21 0 1 1 76 60 11.5 21 0 1 1 99 60Z"],
    ["line", "M26 77A4.5 9 0 1 1 17 77 4.5 9 0 1 1 26 77ZM95 60A7.5 14 0 1 1 80 60 7.5 14 0 1 1 95 60Z"],
  ],
  "from-above": [
    ["line", "M9 18H1V82H9"],
    ["tint", "M9 10Q9 2 17 2H74Q82 2 82 10V90Q82 98 74 98H17Q9 98 9 90Z"],
    ["line", "M34 2V98M57 2V98"],
    ["oat", "M79 0H98V9H79ZM79 91H98V100H79ZM14 0H27V6H14ZM14 94H27V100H14Z"],
  ],
  car: [["oat", "M0 100C-.5 73 1 33 9 15 13.5 5 22.5 0 50 0S86.5 5 91 15C99 33 100.5 73 100 100Z"]],
  frame: [["oat", "M0 100V0H100V100Z"]],
  boot: [["oat", "M0 92V22Q0 0 14 0H86Q100 0 100 22V92Q100 100 96 100H4Q0 100 0 92Z"]],
};

type Part = "ground" | "tint" | "oat" | "line" | "place" | "missing" | "name" | "detail";

const NAME_BELOW = 22;
const DETAIL_BELOW = 44;
const MANY_FROM = 3;
const WIDE_FROM = 400;

export function drawnToScale(drawing: SizeDiagram) {
  const { width, height, text, things } = drawing;
  const hasMany = things.length > MANY_FROM || (things.some(({ inside }) => inside) && width > WIDE_FROM);
  return { width, height, text, markup: drawingMarkup(drawing), hasMany };
}

function drawingMarkup({ width, ground, things }: SizeDiagram): string {
  return (
    path("ground", `M0 ${ground}H${width}`) + things.map((placed) => itemMarkup(placed, ground)).join("")
  );
}

function itemMarkup({ thing, box, opening, inside, middle }: PlacedItem, ground: number): string {
  return [
    outlineMarkup(thing.shape, box),
    opening ? rect("place", opening) : "",
    inside ? insideMarkup(inside, opening ?? box) : "",
    words("name", { x: middle, y: ground + NAME_BELOW }, thing.name),
    words("detail", { x: middle, y: ground + DETAIL_BELOW }, thing.detail),
  ].join("");
}

function insideMarkup(inside: NonNullable<PlacedItem["inside"]>, room: Box): string {
  if (inside.shape === "from-above" && !inside.fits) {
    const over = rect("missing", { ...inside, height: Math.max(0, room.y - inside.y) });
    return outlineMarkup(inside.shape, inside) + over;
  }
  if (inside.fits) return outlineMarkup(inside.shape, inside);
  return rect("missing", inside) + (inside.shape === "box" ? "" : outlineMarkup(inside.shape, inside));
}

function outlineMarkup(shape: Shape, box: Box): string {
  const outline = OUTLINES[shape];
  if (!outline) return rect(shape === "place" ? "place" : "tint", box);
  const stretch = `translate(${box.x} ${box.y}) scale(${box.width / 100} ${box.height / 100})`;
  return `<g transform="${stretch}">${outline.map(([part, d]) => path(part, d)).join("")}</g>`;
}

function path(part: Part, d: string): string {
  return `<path data-part="${part}" d="${d}"/>`;
}

function rect(part: Part, { x, y, width, height }: Box): string {
  return `<rect data-part="${part}" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`;
}

function words(part: Part, { x, y }: Pick<Box, "x" | "y">, text: string): string {
  return `<text data-part="${part}" x="${x}" y="${y}" text-anchor="middle">${text} </text>`;
}
