/** An e-mail as a list of blocks, so that its text and its HTML say the same thing. */
import type { Thing } from "#app/models/shared/schema-org.ts";

import type { LetterKind } from "./templates.ts";

/** `src` is absolute and the same for everybody: whoever loads it tells nothing about themselves. */
export type EmailPicture = Readonly<{ src: string; alt: string }>;

export type EmailLine = Readonly<{
  name: string;
  details: ReadonlyArray<string>;
  amount: string;
  /** Square; shown beside the name. */
  picture?: EmailPicture | null;
  /** Absolute; where the name leads. */
  href?: string;
}>;

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
  /** What it says to mail programs, as schema.org. */
  things?: ReadonlyArray<Thing>;
  /** Where the shop lives; its mark is there. */
  origin: string;
  /** Who sends it. */
  footer: ReadonlyArray<string>;
  links: ReadonlyArray<Readonly<{ label: string; href: string }>>;
}>;

export type EmailWords = Readonly<{ letter: LetterKind; subject: string; text: string; html: string }>;
