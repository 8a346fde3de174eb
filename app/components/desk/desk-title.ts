type Described = Readonly<{ title: string }> | Readonly<{ name: string; content: string }>;

export function deskMeta(title: string): Array<Described> {
  return [{ title: `${title} | Desk` }, { name: "robots", content: "noindex" }];
}
