type Described = Readonly<{ title: string }> | Readonly<{ name: string; content: string }>;

/** What the head of a page of the desk says. */
export function deskMeta(title: string): Array<Described> {
  return [{ title: `${title} | Desk` }, { name: "robots", content: "noindex" }];
}
