/** Texts that replies start from (requirement desk-40). */
import { FIRST_NAME_MARK, type SavedReply } from "#app/models/content/saved-reply.ts";
import {
  addSavedReply,
  changeSavedReply,
  findSavedReply,
  listSavedReplies,
  lockSavedReply,
  removeSavedReply,
} from "#app/models/desk/saved-replies.server.ts";
import { idField, idIn, textField } from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { ok } from "#app/models/shared/result.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";

const fields = {
  id: idField(),
  title: textField({
    ...{ label: "Title", hint: "Customers never see it", max: 80, missing: "Enter a title" },
    meant: (typed) => typed.replace(/\s+/g, " "),
  }),
  text: textField({
    label: "Text",
    hint: `The desk adds the greeting and your name. ${FIRST_NAME_MARK} becomes the customer’s first name. For a greeting of your own, start with a line such as “Hello ${FIRST_NAME_MARK},”`,
    // Greeting, name and more words fit around it.
    max: 3_500,
    rows: 9,
    missing: "Enter a text",
    meant: (typed) => typed.replaceAll("\r\n", "\n"),
  }),
};

export const savedReplies = resource<typeof fields, SavedReply, undefined>({
  ...{ name: "replies", kind: "saved-reply", one: "saved reply", title: "Saved replies" },
  about: "Replies that you can reuse. Choose one on the page of a message.",
  ...{ see: "handle-messages", edit: "handle-messages" },
  fields,
  key: "id",
  called: "title",
  rows: {
    ...listedRows(listSavedReplies, {
      key: ({ id }) => String(id),
      text: ({ title, text }) => `${title}\n${text}`,
    }),
    find: (key) => findSavedReply(idIn(key)),
    lock: (key) => lockSavedReply(idIn(key)),
  },
  list: {
    columns: ["title", "text"],
    views: [allRows("Save the answers you give most often, such as how long a repair takes.")],
    find: "A part of a reply",
    note: ({ by, changedAt }, store) =>
      `Changed by ${by || "the shop’s own commands"}, ${dateTimeText(changedAt, store)}`,
  },
  async add(row, change) {
    return ok(await addSavedReply(row, change));
  },
  async change(row, { id }, change) {
    await changeSavedReply(id, row, change);
    return ok(String(id));
  },
  commands: { remove: removal("saved reply", async ({ id }) => ok(await removeSavedReply(id))) },
});
