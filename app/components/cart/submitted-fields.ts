import type { FormEvent } from "react";

/** Includes the submitter, which some browsers leave out of FormData. */
export function submittedFields(event: FormEvent<HTMLFormElement>): FormData {
  const fields = new FormData(event.currentTarget);
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.name) fields.set(submitter.name, submitter.value);
  return fields;
}
