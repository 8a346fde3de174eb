import type { SchemaOrgThing } from "#app/models/shared/schema-org.ts";

import type { EmailTemplate } from "./templates.ts";

/** `src` is absolute and the same for every recipient, so that loading it does not identify the reader. */
export type EmailImage = Readonly<{ src: string; alt: string }>;

export type EmailLine = Readonly<{
  name: string;
  details: ReadonlyArray<string>;
  amount: string;
  image?: EmailImage | null;
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
  /** The line after the subject in lists of messages. */
  preview: string;
  shopName: string;
  heading: string;
  blocks: ReadonlyArray<EmailBlock>;
  schemas?: ReadonlyArray<SchemaOrgThing>;
  origin: string;
  footer: ReadonlyArray<string>;
  links: ReadonlyArray<Readonly<{ label: string; href: string }>>;
}>;

/** A text alone is a paragraph. */
export type EmailPart = EmailBlock | string;

/** What an email says itself. */
export type EmailContent = Pick<EmailDocument, "subject" | "preview" | "heading"> &
  Partial<Pick<EmailDocument, "schemas" | "links">> &
  Readonly<{ blocks: ReadonlyArray<EmailPart> }>;

export type EmailWords = Readonly<{ template: EmailTemplate; subject: string; text: string; html: string }>;

export function button(label: string, href: string): EmailBlock {
  return { kind: "button", label, href };
}
