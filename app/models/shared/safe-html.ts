/** HTML put together so that whatever is filled in is escaped. */

/** Text that may stand in HTML as it is. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | SafeHtml | ReadonlyArray<SafeHtml>;

/** HTML in which every string that is filled in is escaped. */
export function markup(parts: TemplateStringsArray, ...pieces: ReadonlyArray<Piece>): SafeHtml {
  return new SafeHtml(parts.reduce((text, next, index) => text + written(pieces[index - 1] ?? "") + next));
}

/** `text` with the five characters replaced that mean something in HTML. */
function escapeHtml(text: string): string {
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
