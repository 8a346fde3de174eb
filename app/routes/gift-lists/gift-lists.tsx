import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { GiftListsPage } from "#app/components/gift-list/gift-lists-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { listEditor } from "#app/http/request/gift-list-editor.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { personNameSchema } from "#app/models/customer/address-form.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { listOwnGiftLists, requestListLink } from "#app/models/gift-list/access.server.ts";
import { formatListCode, readListCode } from "#app/models/gift-list/code.ts";
import { eventText } from "#app/models/gift-list/gift-list.ts";
import { findListByCode, findListsByName } from "#app/models/gift-list/lists.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { listAgeBands } from "#app/routes/catalogue/age-bands.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

const STATES = { draft: "Not confirmed yet", open: "Open", closed: "Closed" } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const [editor, { note, headers }, [youngest], meta] = await Promise.all([
    listEditor(request),
    takeNote(request),
    listAgeBands(),
    privateMeta("Gift lists", paths.giftLists()),
  ]);
  const lists = await listOwnGiftLists(editor, now);
  return json(
    {
      lists: lists.map((list) => ({
        id: list.id,
        name: list.name,
        about: `${eventText({ ...list, isMonthOnly: false })}. ${STATES[list.state]}.`,
      })),
      isCustomer: editor.customer !== null,
      thisMonth: now.toISOString().slice(0, 7),
      image: youngest?.image ?? null,
      note,
      meta,
    },
    { headers },
  );
}

const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("open"), code: z.string().max(100).default("") }),
  z.object({ intent: z.literal("send-link"), email: emailSchema }),
  z.object({
    intent: z.literal("find"),
    first_name: personNameSchema("Enter a first name"),
    last_name: personNameSchema("Enter a last name"),
    month: z.string().regex(/^(?:0[1-9]|1[0-2])$/, "Choose a month"),
    year: z.string().regex(/^20\d\d$/, "Choose a year"),
  }),
]);

const CODE_MESSAGE = "Enter the eight letters and figures on the card, such as 7K4P-9QWX";

export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  const form = await readForm(request, formSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const address = clientAddress(request);
  if (form.value.intent === "send-link") {
    const allowed = await limit("gift-list-link", address);
    if (!allowed.ok) return refusedForm(allowed, { values: { email: form.value.email } });
    await requestListLink(form.value.email, now);
    throw seeOther(giftListPaths.giftListLinkSent());
  }
  if (form.value.intent === "find") return find(request, form.value, now);
  const typed = form.value.code;
  const code = readListCode(typed);
  if (code === null) return invalid({ ok: false, errors: { code: CODE_MESSAGE }, values: { code: typed } });
  if ((await findListByCode(code, now)) !== null)
    throw seeOther(giftListPaths.giftList(formatListCode(code)));
  const allowed = await limit("gift-list-code", address);
  const errors = { code: "We found no list with that code. Check it against the card" };
  return allowed.ok
    ? invalid({ ok: false, errors, values: { code: typed } })
    : refusedForm(allowed, { values: { code: typed } });
}

type Names = Extract<z.output<typeof formSchema>, { intent: "find" }>;

async function find(
  request: Request,
  { first_name: firstName, last_name: lastName, month, year }: Names,
  now: Date,
) {
  const values = { first_name: firstName, last_name: lastName, month, year };
  const allowed = await limit("gift-list-search", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values });
  const lists = await findListsByName({ firstName, lastName, month: `${year}-${month}` }, now);
  const found = lists.map((list) => ({
    name: list.name,
    when: eventText({ ...list, isMonthOnly: true }),
    path: giftListPaths.giftList(formatListCode(list.code ?? "")),
  }));
  return json({ ...NO_ANSWER, values, found });
}

export default function GiftLists() {
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  const found = "found" in answer ? answer.found : null;
  return <GiftListsPage {...useLoaderData<typeof loader>()} answer={answer} found={found} />;
}
