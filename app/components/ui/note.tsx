import { Notice } from "./notice.tsx";

export type Note = Readonly<{ tone: "success" | "info" | "error"; text: string }>;

export function NoteNotice({ note }: Readonly<{ note: Note | null }>) {
  if (!note) return null;
  return (
    <Notice kind={note.tone} role="status">
      <p>{note.text}</p>
    </Notice>
  );
}
