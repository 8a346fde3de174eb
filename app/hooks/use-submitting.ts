import { useNavigation } from "@remix-run/react";

/** Whether a form is on its way by navigation; with `intent`, only one whose pressed button says so. */
export function useSubmitting(intent?: string): boolean {
  const navigation = useNavigation();
  if (navigation.state === "idle" || !navigation.formData) return false;
  return intent === undefined || navigation.formData.get("intent") === intent;
}
