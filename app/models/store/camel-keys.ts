type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type CamelKeys<Row> = { [Key in keyof Row & string as CamelCase<Key>]: Row[Key] };

/** A row of settings with the names of its fields as the code writes them: "opening_hours" is `openingHours`. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const named = Object.entries(row).map(([name, value]): [string, unknown] => [
    name.replace(/_(\w)/g, (_, initial: string) => initial.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(named) as CamelKeys<Row>;
}
