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
  boot: [["oat", "M0 92V22Q0 0 14 0H86Q100 0 100 22V92Q100 100 96 100H4Q0 100 0 92Z"]],
};

type Part = "ground" | "tint" | "oat" | "line" | "place" | "missing" | "name" | "detail";

/** Lines of text below the ground, in the drawing's units. */
const NAME_BELOW = 22;
const DETAIL_BELOW = 44;
const MANY_FROM = 3;

export function drawnToScale(drawing: SizeDiagram) {
  const { width, height, text, things } = drawing;
  return { width, height, text, markup: drawingMarkup(drawing), hasMany: things.length > MANY_FROM };
}

function drawingMarkup({ width, ground, things }: SizeDiagram): string {
  return (
    path("ground", `M0 ${ground}H${width}`) + things.map((placed) => itemMarkup(placed, ground)).join("")
  );
}

function itemMarkup({ thing, box, inside, middle }: PlacedItem, ground: number): string {
  return [
    outlineMarkup(thing.shape, box),
    inside ? rect(inside.fits ? "tint" : "missing", inside) : "",
    words("name", { x: middle, y: ground + NAME_BELOW }, thing.name),
    words("detail", { x: middle, y: ground + DETAIL_BELOW }, thing.detail),
  ].join("");
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
  return `<text data-part="${part}" x="${x}" y="${y}" text-anchor="middle">${text}</text>`;
}
