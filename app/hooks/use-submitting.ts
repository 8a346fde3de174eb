import { useNavigation } from "@remix-run/react";

/** With `intent`: only for a submit button of that value. */
export function useSubmitting(intent?: string): boolean {
  const navigation = useNavigation();
  if (navigation.state === "idle" || !navigation.formData) return false;
  return intent === undefined || navigation.formData.get("intent") === intent;
}
