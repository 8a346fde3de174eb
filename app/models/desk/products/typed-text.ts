/** A form sends texts in Unicode NFC, with line feeds only. What came with the catalogue may be otherwise. */
export function isSameText(typed: string, stored: string): boolean {
  return asSent(typed) === asSent(stored);
}

/** For what is one line in the shop, whatever white space is in it. */
export function isSameLine(typed: string, stored: string): boolean {
  return oneLine(asSent(typed)) === oneLine(asSent(stored));
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function asSent(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").trim();
}
