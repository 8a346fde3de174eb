/** A form as a browser without scripts sends it. */
export type PlainForm = Readonly<{
  method: string;
  /** Absolute. */
  action: string;
  enctype: string;
  fields: FormData;
}>;

/** What `event` is about to send. The submitter overrides its form, and is added because some browsers leave it out. */
export function plainForm({ target, submitter }: SubmitEvent): PlainForm {
  const form = target as HTMLFormElement;
  const fields = new FormData(form);
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  if (button?.name) fields.set(button.name, button.value);
  // Not form.action and so on, which may be fields of these names.
  const attribute = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  return {
    method: attribute("method") ?? "get",
    action: new URL(attribute("action") ?? "", location.href).href,
    enctype: attribute("enctype") ?? "",
    fields,
  };
}

/** Leaves the page. */
export function sendPlainly({ method, action, enctype, fields }: PlainForm): void {
  const form = Object.assign(document.createElement("form"), { method, action, enctype, hidden: true });
  for (const [name, value] of fields) form.append(fieldOf(name, value));
  document.body.append(form);
  form.submit();
  form.remove();
}

/** As the browser sends it, without what asks for an answer to scripts. Leaves the page. */
export async function sendAgain(form: Request): Promise<void> {
  const fields = await form.clone().formData();
  fields.delete("panel");
  const [enctype = ""] = form.headers.get("Content-Type")?.split(";") ?? [];
  sendPlainly({ method: "post", action: form.url, enctype, fields });
}

function fieldOf(name: string, value: FormDataEntryValue): HTMLInputElement {
  const field = Object.assign(document.createElement("input"), { name });
  if (typeof value === "string") return Object.assign(field, { type: "hidden", value });
  const files = new DataTransfer();
  if (value.name !== "") files.items.add(value);
  return Object.assign(field, { type: "file", files: files.files });
}
