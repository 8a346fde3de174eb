import type { ModeratedReview } from "#app/models/review/moderation.server.ts";
import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- reviews list [--status <status>] [--limit <number>] [--json]
       npm run shop -- reviews approve <id> … [--json]
       npm run shop -- reviews reject <id> … [--json]
       npm run shop -- reviews reply <id> <text> [--json]
       npm run shop -- reviews remove-photo <id> <number> [--json]
       npm run shop -- reviews invite <order number> [--json]

Reviews wait until they are approved: then they show on the product page, count in its rating, and the author gets
an email. An approved one can be rejected later, and the other way round. Rejected ones are deleted after 90 days.

  list               reviews that wait, the oldest first
    --status         waiting (default), published or rejected
    --limit          show at most this many, default 50
  approve, reject    one or more by the numbers that list shows
  reply              put the shop's reply under a review; an empty text removes it
  remove-photo       delete one photograph of a review for good, by the number that list shows
  invite             email the customer of a paid order a link to review each product of it;
                     reviews with these links say "Verified purchase"
  --json             print the result as JSON
  --help             this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const reviewsCommand: Command = newCommand<CommandOptions>({
  name: "reviews",
  summary: "list, approve, reject and reply to reviews, remove photographs, and invite customers to review",
  help: HELP,
  read: readArguments,
  work,
});

const STATUSES = ["waiting", "published", "rejected"] as const;

type CommandOptions =
  | Readonly<{ verb: "list"; status: (typeof STATUSES)[number]; limit: number; isJson: boolean }>
  | Readonly<{ verb: "approve" | "reject"; ids: ReadonlyArray<number>; isJson: boolean }>
  | Readonly<{ verb: "reply"; id: number; text: string; isJson: boolean }>
  | Readonly<{ verb: "remove-photo"; id: number; photo: number; isJson: boolean }>
  | Readonly<{ verb: "invite"; order: number; isJson: boolean }>;

async function work(options: CommandOptions): Promise<Outcome> {
  switch (options.verb) {
    case "list":
      return list(options);
    case "approve":
      return decide(options.ids, "published");
    case "reject":
      return decide(options.ids, "rejected");
    case "reply":
      return reply(options);
    case "remove-photo":
      return removePhoto(options.id, options.photo);
    case "invite":
      return invite(options.order);
  }
}

async function list({ status, limit }: Extract<CommandOptions, { verb: "list" }>): Promise<Outcome> {
  const { listReviewsByStatus } = await import("#app/models/review/moderation.server.ts");
  const reviews = await listReviewsByStatus(status, limit);
  const words = reviews.length === 0 ? `No ${status} reviews.` : reviews.map(reviewText).join("\n\n");
  return { isDone: true, words, data: reviews };
}

async function decide(ids: ReadonlyArray<number>, decision: "published" | "rejected"): Promise<Outcome> {
  const { decideReview } = await import("#app/models/review/moderation.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const outcomes = [];
  for (const id of ids) {
    const done = await decideReview(id, decision, { now: new Date() });
    const words = done.ok
      ? `Review ${id} of ${done.value.product} is ${decision}${done.value.isChanged ? "" : " already"}.`
      : `Review ${id}: ${shopError(done).message}.`;
    outcomes.push({ id, ok: done.ok, words });
  }
  return {
    isDone: outcomes.every(({ ok }) => ok),
    words: outcomes.map(({ words }) => words).join("\n"),
    data: outcomes.map(({ id, ok, words }) => ({ id, ok, message: words })),
  };
}

async function reply({ id, text }: Extract<CommandOptions, { verb: "reply" }>): Promise<Outcome> {
  const { replyToReview } = await import("#app/models/review/moderation.server.ts");
  const done = await replyToReview(id, text);
  const words = done.ok
    ? `Review ${id} of ${done.value.product} ${text.trim() === "" ? "has no reply now" : "has its reply"}.`
    : `There is no review ${id}.`;
  return { isDone: done.ok, words, data: { id, ok: done.ok, message: words } };
}

async function removePhoto(id: number, photo: number): Promise<Outcome> {
  const { removeReviewPhoto } = await import("#app/models/review/photos.server.ts");
  const done = await removeReviewPhoto(id, photo);
  const isDone = done.ok && done.value.isChanged;
  const words = isDone
    ? `Photograph ${photo} of review ${id} of ${done.value.product} is deleted.`
    : `Review ${id} has no photograph ${photo}.`;
  return { isDone, words, data: { id, photo, ok: isDone, message: words } };
}

async function invite(order: number): Promise<Outcome> {
  const { inviteToReview } = await import("#app/models/review/email.server.ts");
  const done = await inviteToReview(order);
  const words = done.ok
    ? `The customer of order ${order} gets an email with ${done.value.products} links. The running shop sends it.`
    : `There is no paid order ${order}.`;
  return { isDone: done.ok, words, data: { order, ok: done.ok, message: words } };
}

const OPTIONS = {
  json: { type: "boolean" },
  status: { type: "string" },
  limit: { type: "string" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const [verb, ...rest] = positionals;
  const isJson = values.json ?? false;
  if (verb === "list") return listArguments(rest, values, isJson);
  if (values.status !== undefined || values.limit !== undefined) return null;
  return verbArguments(verb, rest, isJson);
}

type ListValues = Readonly<{ status?: string; limit?: string }>;

function listArguments(
  rest: ReadonlyArray<string>,
  values: ListValues,
  isJson: boolean,
): CommandOptions | null {
  const status = STATUSES.find((each) => each === (values.status ?? "waiting"));
  const limit = numberOf(values.limit ?? "50");
  return status && limit && rest.length === 0 ? { verb: "list", status, limit, isJson } : null;
}

function verbArguments(
  verb: string | undefined,
  rest: ReadonlyArray<string>,
  isJson: boolean,
): CommandOptions | null {
  const [id, ...others] = rest.map(numberOf);
  if (!id) return null;
  const [text = ""] = rest.slice(1);
  const [photo] = others;
  if (verb === "approve" || verb === "reject") {
    const ids = others.filter((other) => other !== null);
    return ids.length === others.length ? { verb, ids: [id, ...ids], isJson } : null;
  }
  switch (`${verb} ${rest.length}`) {
    case "reply 2":
      return { verb: "reply", id, text, isJson };
    case "remove-photo 2":
      return photo ? { verb: "remove-photo", id, photo, isJson } : null;
    case "invite 1":
      return { verb: "invite", order: id, isJson };
    default:
      return null;
  }
}

function numberOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) || /^[1-2]\d{9}$/.test(text) ? Number(text) : null;
}

/** What was typed cannot steer a terminal. */
function reviewText(review: ModeratedReview): string {
  const { id, product, rating, createdAt, author, email, isVerified, title, body, shopReply, photos } =
    review;
  return [
    `${id}  ${product}  ${"★".repeat(rating)}${"☆".repeat(5 - rating)}`,
    `  ${createdAt.slice(0, 10)}  ${author}${email ? ` <${email}>` : ""}${isVerified ? ", verified purchase" : ""}`,
    `  ${title}`,
    ...body.split("\n").map((line) => `  ${line}`),
    ...photos.map(({ number, width, height }) => `  Photograph ${number}: ${width} × ${height} pixels`),
    ...(shopReply ? [`  Our reply: ${shopReply}`] : []),
  ]
    .map((line) => line.replace(/\p{Cc}/gu, " "))
    .join("\n");
}
