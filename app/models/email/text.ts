/** An e-mail document as plain text: complete by itself. */
import type { EmailBlock, EmailDocument } from "./document.ts";

const RULE = "----------------------------------------";

export function emailText(document: EmailDocument): string {
  const parts = [
    document.heading,
    ...document.blocks.map(blockText),
    RULE,
    [...document.footer, ...document.links.map(({ label, href }) => `${label}: ${href}`)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return `${RULE}\n${block.text}`;
    case "button":
      return `${block.label}: ${block.href}`;
    case "lines":
      return block.lines
        .map(({ name, details, amount, href }) =>
          [`${name}: ${amount}`, ...[...details, ...(href ? [href] : [])].map(indented)].join("\n"),
        )
        .join("\n\n");
    case "sums":
      return [...block.rows, block.total]
        .map(({ label, amount }) => `${label}: ${amount}`)
        .concat(block.note)
        .join("\n");
    case "safety":
      return [block.title, ...block.items.map((item) => `- ${item}`)].join("\n");
    case "columns":
      return block.columns.map(({ title, lines }) => [title, ...lines.map(indented)].join("\n")).join("\n\n");
    case "form":
      return block.lines.map((line) => `> ${line}`).join("\n>\n");
  }
}

function indented(line: string): string {
  return `  ${line}`;
}
