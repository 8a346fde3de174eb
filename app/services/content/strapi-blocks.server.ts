/** Strapi's "Rich text (Blocks)" as HTML. What comes out still passes the allow-list of all prose. */
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";

/** Lists in lists in lists: deeper than anybody writes. */
const DEPTH_MAX = 20;

type Node = Readonly<Record<string, unknown>>;

/** The HTML of `blocks`; nodes of a kind that nobody knows are left out with what they hold. */
export function blocksHtml(blocks: ReadonlyArray<unknown>): string {
  return join(blocks, 0).text;
}

function join(nodes: unknown, depth: number): SafeHtml {
  if (!Array.isArray(nodes) || depth > DEPTH_MAX) return new SafeHtml("");
  return new SafeHtml(nodes.map((node) => (isNode(node) ? nodeHtml(node, depth).text : "")).join(""));
}

function nodeHtml(node: Node, depth: number): SafeHtml {
  const inside = () => join(node["children"], depth + 1);
  switch (node["type"]) {
    case "text":
      return textHtml(node);
    case "paragraph":
      return markup`<p>${inside()}</p>`;
    case "heading":
      return headingHtml(node["level"], inside());
    case "list":
      return listHtml(node, depth);
    case "quote":
      return markup`<blockquote><p>${inside()}</p></blockquote>`;
    case "code":
      return markup`<pre><code>${inside()}</code></pre>`;
    case "link":
      return markup`<a href="${textOf(node["url"])}">${inside()}</a>`;
    case "image":
      return isNode(node["image"]) ? imageHtml(node["image"]) : new SafeHtml("");
    default:
      return new SafeHtml("");
  }
}

/** Strapi puts a list in a list beside the items; in HTML it belongs into the item before it. */
function listHtml(node: Node, depth: number): SafeHtml {
  const items: Array<string> = [];
  for (const child of Array.isArray(node["children"]) ? node["children"].filter(isNode) : []) {
    if (child["type"] === "list-item") items.push(join(child["children"], depth + 1).text);
    else if (child["type"] === "list") items.push(`${items.pop() ?? ""}${join([child], depth + 1).text}`);
  }
  const tag = node["format"] === "ordered" ? "ol" : "ul";
  return new SafeHtml(`<${tag}>${items.map((item) => `<li>${item}</li>`).join("")}</${tag}>`);
}

const DRESS = [
  ["bold", "strong"],
  ["italic", "em"],
  ["strikethrough", "s"],
  ["code", "code"],
] as const;

function textHtml(node: Node): SafeHtml {
  const plain = new SafeHtml(markup`${textOf(node["text"])}`.text.replaceAll("\n", "<br>"));
  return DRESS.filter(([key]) => node[key] === true).reduceRight(
    (inside, [, tag]) => new SafeHtml(`<${tag}>${inside.text}</${tag}>`),
    plain,
  );
}

function headingHtml(level: unknown, inside: SafeHtml): SafeHtml {
  const known = [1, 2, 3, 4, 5, 6].find((one) => one === level) ?? 2;
  return new SafeHtml(`<h${known}>${inside.text}</h${known}>`);
}

function imageHtml(image: Node): SafeHtml {
  const [src, alt] = [textOf(image["url"]), textOf(image["alternativeText"])];
  return markup`<img src="${src}" alt="${alt}" width="${pixels(image["width"])}" height="${pixels(image["height"])}">`;
}

function pixels(value: unknown): string {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
