/** Puts the products of a search in order: the thing itself first. */

export type AnswerMarks = Readonly<{
  /** Place of the wanted colour among the product's own, from 0; 0 if none is wanted. */
  colourPlace: number;
  /** The name ends with the words of the search, or a keyword is the same as they. */
  isNamed: boolean;
  /** Made for children of about the wanted age, if one is wanted. */
  isOfAge: boolean;
  /** The words are the name of its category. */
  isOfCategory: boolean;
  isOfKind: boolean;
}>;

const STEPS: ReadonlyArray<(marks: AnswerMarks) => number> = [
  ({ colourPlace }) => colourPlace,
  ({ isNamed }) => Number(!isNamed),
  ({ isOfAge }) => Number(!isOfAge),
  ({ isOfCategory }) => Number(!isOfCategory),
  ({ isOfKind }) => Number(!isOfKind),
];

/** Equal products keep their order. */
export function inAnswerOrder<Item>(
  items: ReadonlyArray<Item>,
  marksOf: (item: Item) => AnswerMarks,
): ReadonlyArray<Item> {
  const marked = items.map((item) => ({ item, marks: marksOf(item) }));
  return marked
    .sort((a, b) => {
      for (const step of STEPS) {
        const difference = step(a.marks) - step(b.marks);
        if (difference !== 0) return difference;
      }
      return 0;
    })
    .map(({ item }) => item);
}

/** A toy for children of a quarter of the age has been outgrown by many; both ages in months. */
export function isOfAge(fromMonths: number, childMonths: number): boolean {
  return fromMonths * 4 >= childMonths;
}
