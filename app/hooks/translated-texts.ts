/**
 * A page translator puts elements in the place of texts, and React goes on writing to the texts that nobody sees, such as
 * a sum of the basket (https://github.com/facebook/react/issues/11538). A text that React is about to change, move or
 * remove goes back to its place first, and the translator translates it again.
 */
export function returnTranslatedTexts(root: Element): void {
  /** What stands in the place of a text. */
  const places = new WeakMap<Node, ChildNode>();
  const note = (records: ReadonlyArray<MutationRecord>) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const place = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      const [gone] = removedNodes;
      if (place && gone && /^(?:#text|FONT)$/.test(gone.nodeName)) places.set(gone, place as ChildNode);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(root, { childList: true, subtree: true });

  function giveBack(node: Node | null): void {
    if (!node || node.parentNode) return;
    note(observer.takeRecords());
    let place = places.get(node);
    while (place && !place.parentNode) place = places.get(place);
    place?.replaceWith(node);
  }

  const nodes = Node.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- each is called with the element it is asked of
  const { removeChild, insertBefore } = nodes;
  const text = Object.getOwnPropertyDescriptor(nodes, "nodeValue");
  nodes.removeChild = function <T extends Node>(child: T): T {
    giveBack(child);
    return removeChild.call(this, child) as T;
  };
  nodes.insertBefore = function <T extends Node>(node: T, next: Node | null): T {
    giveBack(next);
    return insertBefore.call(this, node, next) as T;
  };
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...text,
    set(this: Text, value: string) {
      giveBack(this);
      text?.set?.call(this, value);
    },
  });
}
