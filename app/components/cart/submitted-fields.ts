import type { FormEvent } from "react";

/** The fields of a form that is being sent, the pressed button among them: not every browser adds it by itself. */
export function submittedFields(event: FormEvent<HTMLFormElement>): FormData {
  const fields = new FormData(event.currentTarget);
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.name) fields.set(submitter.name, submitter.value);
  return fields;
}
