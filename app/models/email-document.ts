/** An e-mail as a list of blocks, so that its text and its HTML say the same thing. */

export type EmailLine = Readonly<{ name: string; details: ReadonlyArray<string>; amount: string }>;

export type EmailBlock =
  | Readonly<{ kind: "paragraph"; text: string }>
  | Readonly<{ kind: "heading"; text: string }>
  | Readonly<{ kind: "button"; label: string; href: string }>
  | Readonly<{ kind: "lines"; caption: string; lines: ReadonlyArray<EmailLine> }>
  | Readonly<{
      kind: "sums";
      rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
      total: Readonly<{ label: string; amount: string }>;
      note: string;
    }>
  | Readonly<{ kind: "safety"; title: string; items: ReadonlyArray<string> }>
  | Readonly<{
      kind: "columns";
      columns: ReadonlyArray<Readonly<{ title: string; lines: ReadonlyArray<string> }>>;
    }>
  | Readonly<{ kind: "form"; lines: ReadonlyArray<string> }>;

export type EmailDocument = Readonly<{
  subject: string;
  language: string;
  /** The line that a list of messages shows after the subject. */
  preview: string;
  shopName: string;
  heading: string;
  blocks: ReadonlyArray<EmailBlock>;
  /** Who sends it. */
  footer: ReadonlyArray<string>;
  links: ReadonlyArray<Readonly<{ label: string; href: string }>>;
}>;

export type EmailWords = Readonly<{ subject: string; text: string; html: string }>;
