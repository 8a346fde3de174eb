/** A form that scripts send, in the words of the router. */
export type SentForm = Readonly<{ formAction?: string; formEncType?: string; formData?: FormData }>;

/** Forms that scripts hold back until another one is answered. */
export let queuedForms: ReadonlyArray<SentForm> = [];

export function setQueuedForms(forms: ReadonlyArray<SentForm>): void {
  queuedForms = forms;
}

/** What `event` is about to send. The submitter is added because some browsers leave it out. */
export function formFields({ target, submitter }: SubmitEvent): FormData {
  const fields = new FormData(target as HTMLFormElement);
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  if (button?.name) fields.set(button.name, button.value);
  return fields;
}

/** Sends `form` as a browser without scripts would: without what asks for an answer to scripts. Leaves the page. */
export async function sendPlainly(form: Request): Promise<void> {
  const fields = await form.clone().formData();
  fields.delete("panel");
  fields.delete("script");
  const [enctype = ""] = form.headers.get("Content-Type")?.split(";") ?? [];
  const plain = Object.assign(document.createElement("form"), {
    ...{ method: "post", action: form.url, enctype, hidden: true },
  });
  for (const [name, value] of fields) plain.append(fieldOf(name, value));
  document.body.append(plain);
  plain.submit();
  plain.remove();
}

function fieldOf(name: string, value: FormDataEntryValue): HTMLInputElement {
  const field = Object.assign(document.createElement("input"), { name });
  if (typeof value === "string") return Object.assign(field, { type: "hidden", value });
  const files = new DataTransfer();
  if (value.name !== "") files.items.add(value);
  return Object.assign(field, { type: "file", files: files.files });
}
