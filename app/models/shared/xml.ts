export type XmlElement = readonly [name: string, content: string | ReadonlyArray<XmlElement>];

// eslint-disable-next-line no-control-regex -- XML 1.0 has no way to write these
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** For an element or an attribute in double quotes; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_IN_XML, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

export function xmlText([name, content]: XmlElement): string {
  const inside = typeof content === "string" ? escapeXml(content) : content.map(xmlText).join("");
  return `<${name}>${inside}</${name}>`;
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
