import { isShopHost } from "#app/db/configured-origin.server.ts";
import {
  addRedirect,
  countRedirects,
  findRedirects,
  listRedirects,
  lockRedirects,
  removeRedirect,
  storedRedirect,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import { type Redirect, redirectProblems } from "#app/models/catalogue/redirects/redirect.ts";
import { choiceField, textField } from "#app/models/resource/field.ts";
import { allRows, removal, resource } from "#app/models/resource/resource.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { dateText } from "#app/models/store/format-date.ts";

const ADDRESS = { max: 1_024, isMono: true, missing: "Type an address such as /c/prams" } as const;

const fields = {
  from: textField({
    ...ADDRESS,
    label: "Old address",
    hint: "Such as /c/prams, or copied from the browser",
    typed: "new",
    meant: (typed) => ownAddress(typed, ({ pathname, search }) => pathname + search),
  }),
  to: textField({
    ...ADDRESS,
    label: "Leads to",
    hint: "A page of this shop",
    // It may name a part of a page.
    meant: (typed) => ownAddress(typed, ({ pathname, search, hash }) => pathname + search + hash),
  }),
  source: choiceField({
    ...{ label: "Made by", typed: "never" },
    choices: { owner: "Typed by somebody", renamed: "Made by a rename" },
  }),
};

/** People paste whole addresses: of the shop's own, the path counts. */
function ownAddress(typed: string, pathOf: (url: URL) => string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  return url && isShopHost(url.host) ? pathOf(url) : typed;
}

type RedirectRow = Redirect & Readonly<{ problem?: string }>;

export const redirects = resource<typeof fields, RedirectRow, Awaited<ReturnType<typeof pagesOfShop>>>({
  ...{ name: "redirects", kind: "redirect", one: "redirect", title: "Redirects" },
  menu: { group: "texts", icon: "signpost" },
  ...{ see: "see-redirects", edit: "edit-redirects" },
  about:
    "Visitors and search engines who open an old address are sent to the new one. An address that has a page shows its page.",
  fields,
  key: "from",
  called: "from",
  rows: {
    list: ({ view, ...query }) => (view === "problems" ? listProblems() : findRedirects(query)),
    count: async ({ view, text }) => (view === "problems" ? null : countRedirects(text)),
    find: storedRedirect,
    lock: lockRedirects,
  },
  list: {
    columns: ["from", "to"],
    views: [
      allRows("No old address is redirected."),
      {
        ...{ key: "problems", title: "Check them", isProblem: true },
        empty: { title: "Nothing is wrong", text: "No loop, no chain, and every redirect leads to a page." },
      },
    ],
    find: "A part of an address",
    note: ({ problem, source, createdAt }, store) =>
      problem ?? `${fields.source.shown(source, store)}, ${dateText(createdAt, store)}`,
    hrefs: { to: ({ to }) => to },
  },
  prepare: pagesOfShop,
  async add({ from, to, source }, { now, prepared: pages }) {
    const added = await addRedirect({ from, to, source, was: null, pages, now });
    return added.ok ? ok({ key: added.value.from, isNew: true }) : added;
  },
  async change({ from, to, source: typed }, before, { now, prepared: pages }) {
    // Undo brings another source back; whoever types a target has made it their own.
    const source = typed === before.source ? "owner" : typed;
    const changed = await addRedirect({ from, to, source, was: before.to, pages, now });
    return changed.ok ? ok(changed.value.from) : changed;
  },
  commands: {
    remove: {
      ...removal<RedirectRow>("redirect of", ({ from, to }) => removeRedirect(from, to)),
      done: "leads nowhere else now.",
    },
  },
  refusals: { "redirect-changed": "from", "redirect-of-page": "from", "redirect-loop": "to" },
});

/** The list is shorter once these are put right. */
async function listProblems(): Promise<ReadonlyArray<RedirectRow>> {
  const all = await listRedirects();
  const byAddress = new Map(all.map((redirect) => [redirect.from, redirect]));
  return redirectProblems(all, await pagesOfShop()).flatMap(({ from, words }) => {
    const redirect = byAddress.get(from);
    return redirect ? [{ ...redirect, problem: words }] : [];
  });
}
