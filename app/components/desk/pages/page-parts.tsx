import type { VersionLine } from "#app/components/desk/version-history.tsx";
import type { ReactNode } from "react";

import { type DeskAnswer, FormPart } from "#app/components/desk/desk-form.tsx";
import type { Tag } from "#app/components/desk/orders-page.tsx";
import type { ProductConflictData } from "#app/components/desk/products/product-conflict.tsx";

export type PageEditorData = Readonly<{
  /** "article/3". */
  id: string;
  isArticle: boolean;
  name: string;
  address: string | null;
  tags: ReadonlyArray<Tag>;
  saved: string;
  draft: string | null;
  labels: Readonly<Record<string, string>>;
  limits: Readonly<Record<string, number>>;
  inputs: Readonly<Record<string, string>>;
  /** "was-title" and so on: marks of what the form shows. */
  marks: Readonly<Record<string, string>>;
  changed: ReadonlyArray<string>;
  sections: ReadonlyArray<Readonly<{ value: string; text: string }>>;
  images: ReadonlyArray<Readonly<{ file: string; alt: string }>>;
  uploads: ReadonlyArray<Readonly<{ file: string; alt: string }>>;
  needed: string | null;
  warnings: ReadonlyArray<string>;
  /** What the file has now where that differs, while nobody has decided; null otherwise. */
  file: ReadonlyArray<Readonly<{ label: string; theirs: string; ours: string }>> | null;
  history: ReadonlyArray<VersionLine>;
  wasPublished: boolean;
  isHidden: boolean;
  mayEdit: boolean;
}>;

export type PageFormAnswer = DeskAnswer & Readonly<{ conflict?: ProductConflictData }>;

export type EditorProps = Readonly<{ page: PageEditorData; answer: PageFormAnswer }>;

type PartProps = Readonly<{
  id: string;
  title: string;
  fields: ReadonlyArray<string>;
  page: PageEditorData;
  children: ReactNode;
}>;

export function EditorPart({ fields, page, ...part }: PartProps) {
  return <FormPart {...part} isChanged={fields.some((name) => page.changed.includes(name))} />;
}

export function fieldProps({ page, answer }: EditorProps, name: string) {
  return {
    ...{ name, answer, label: page.labels[name] ?? name, value: page.inputs[name] ?? "" },
    maxLength: page.limits[name] ?? 200,
  };
}
