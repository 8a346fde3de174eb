import { useStore } from "#app/hooks/use-root-data.ts";

export function NotReceived() {
  const { email } = useStore().contact;
  return (
    <p>
      Not received it after a few minutes? Check your spam or junk folder and the address you typed, or email
      us at <a href={`mailto:${email}`}>{email}</a>.
    </p>
  );
}
