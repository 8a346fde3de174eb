export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | SafeHtml | ReadonlyArray<SafeHtml>;

export function markup(parts: TemplateStringsArray, ...pieces: ReadonlyArray<Piece>): SafeHtml {
  return new SafeHtml(parts.reduce((text, next, index) => text + written(pieces[index - 1] ?? "") + next));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function written(piece: Piece): string {
  if (piece instanceof SafeHtml) return piece.text;
  if (typeof piece === "string") return escapeHtml(piece);
  return piece.map(({ text }) => text).join("");
}
