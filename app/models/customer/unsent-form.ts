type Fields = Readonly<Record<string, string>>;

/**
 * Text with a space or an @ was typed by a person; codes and ids have neither, and addresses of pages begin with a
 * slash.
 */
const TYPED = /^[^/].*[\s@]/s;

export function typedWords(fields: Fields): ReadonlyArray<string> {
  return Object.values(fields).filter((text) => TYPED.test(text));
}
