/** The thing that was searched for comes first. */

export type AnswerMarks = Readonly<{
  colourPlace: number;
  isNamed: boolean;
  isOfAge: boolean;
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

/** In months; a toy for children of a quarter of the age has been outgrown by many. */
export function isOfAge(fromMonths: number, childMonths: number): boolean {
  return fromMonths * 4 >= childMonths;
}
