import { useState } from "react";

import { TextAreaField, type TextAreaFieldProps } from "./text-field.tsx";

type CountedTextAreaProps = TextAreaFieldProps & Readonly<{ maxLength: number }>;

export function CountedTextArea({ hint, maxLength, ...props }: CountedTextAreaProps) {
  const [length, setLength] = useState<number | null>(null);
  const counted =
    length === null
      ? `Up to ${maxLength} characters`
      : `Up to ${maxLength} characters, ${maxLength - length} left`;
  return (
    <TextAreaField
      {...props}
      hint={hint ? `${hint}. ${counted}` : counted}
      maxLength={maxLength}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}
