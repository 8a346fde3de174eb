import {
  commaWords,
  FIELDS_OF_KIND,
  NO_PAGE_FIELDS,
  type PageField,
  type PageFields,
  type PageKind,
} from "#app/models/content/page-fields.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { placeholderProblem, type Values } from "#app/models/store/placeholders.ts";
import { isSlug } from "#app/models/shared/slug.ts";

/** Characters. A form holds 65,536, also with what two people have written at once. */
export const PAGE_LIMITS: Readonly<Record<PageField, number>> = {
  ...{ title: 120, excerpt: 300, body: 20_000, section: 80, slug: 80, author: 80, day: 40 },
  ...{ image: 200, imageAlt: 300, tags: 200, related: 500, pageTitle: 120, metaDescription: 320 },
};

const COMMON_LABELS: Readonly<Record<PageField, string>> = {
  title: "Title",
  excerpt: "Summary",
  body: "Text",
  section: "Topic",
  slug: "Last part of its address",
  author: "Author",
  day: "Date",
  image: "Image",
  imageAlt: "Text of the image",
  tags: "Tags",
  related: "Products in the article",
  pageTitle: "Title for search engines",
  metaDescription: "Description for search engines",
};

export function pageLabels(kind: PageKind): Readonly<Record<PageField, string>> {
  return kind === "article" ? COMMON_LABELS : { ...COMMON_LABELS, section: "Heading in menus" };
}

const EMPTY_ERRORS: Partial<PageFields> = {
  title: "Enter a title",
  excerpt: "Enter a summary",
  body: "Write the text",
  section: "Choose one",
  slug: "Enter the last part of its address",
  author: "Enter an author",
  day: "Enter a date",
  image: "Choose an image",
  imageAlt: "Say what is in the image, for those who do not see it",
};

/** Fields that the kind does not have are those of `now`. */
export function readPage(
  kind: PageKind,
  typed: Readonly<Record<string, string | undefined>>,
  now: PageFields = NO_PAGE_FIELDS,
): PageFields {
  const read = FIELDS_OF_KIND[kind].map((field) => [field, tidied(field, typed[field] ?? now[field])]);
  return { ...now, ...(Object.fromEntries(read) as Partial<PageFields>) };
}

/** Two spaces at the end of a line break it in Markdown. */
function tidyLine(line: string): string {
  const text = line.trimEnd();
  return text !== "" && line.length - text.length >= 2 ? `${text}  ` : text;
}

function tidied(field: PageField, text: string): string {
  if (field === "body") return text.replaceAll("\r\n", "\n").split("\n").map(tidyLine).join("\n").trim();
  if (field === "tags" || field === "related") return commaWords(text).join(", ");
  return text.replace(/\s+/g, " ").trim();
}

type Rules = Readonly<{
  /** True: to be published, with everything that a page needs. A draft needs its title alone. */
  isComplete: boolean;
  /** In the shop's time zone. */
  today: string;
  /** Those that the shop has; missing: those of any shop. */
  placeholders?: Values;
}>;

export function pageProblems(
  kind: PageKind,
  fields: PageFields,
  { isComplete, ...rules }: Rules,
): Partial<PageFields> {
  const errors: Partial<Record<PageField, string>> = {};
  for (const field of FIELDS_OF_KIND[kind]) {
    const error = problemOf(field, fields[field], rules);
    const empty = fields[field] === "" && (isComplete || field === "title") ? EMPTY_ERRORS[field] : undefined;
    if (error ?? empty) errors[field] = error ?? empty ?? "";
  }
  return errors;
}

function problemOf(
  field: PageField,
  text: string,
  { today, placeholders }: Omit<Rules, "isComplete">,
): string | undefined {
  if (text.length > PAGE_LIMITS[field])
    return `Use up to ${PAGE_LIMITS[field].toLocaleString("en-GB")} characters`;
  if (text === "") return undefined;
  const placeholder = placeholderProblem(text, placeholders ?? "page");
  if (placeholder !== null) return placeholder;
  if (field === "slug" && !isSlug(text)) return "Use small letters, digits and single hyphens";
  if (field !== "day") return undefined;
  if (!isDay(text)) return "Enter a date such as 2026-11-27";
  return text > today
    ? "Choose today or a day before: an article is in the shop as soon as it is published"
    : undefined;
}
