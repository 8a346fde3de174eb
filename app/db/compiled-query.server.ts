/** Compiling a query costs several times what running it does: frequent ones are compiled once. */
import type { CompiledQuery, Kysely } from "kysely";

import { db } from "./db.server.ts";
import { prepareStatement } from "./prepared-statements.server.ts";
import type { Database } from "./schema.ts";

type Value = string | number | null;
type Values = Readonly<Record<string, Value | ReadonlyArray<Value>>>;

/** The number of texts cached for one query: each length of a list makes another one. */
const SHAPES_MAX = 100;

class Blank {
  readonly name: string;
  readonly index: number | null;

  constructor(name: string, index: number | null) {
    this.name = name;
    this.index = index;
  }

  filled(values: Values): Value | undefined {
    const value = values[this.name];
    return this.index === null ? (value as Value) : (value as ReadonlyArray<Value>)[this.index];
  }
}

/** `build` runs once for each length of the lists: it may only put the placeholders into the query. */
export function compiledQuery<Given extends Values, Row>(
  build: (database: Kysely<Database>, given: Given) => Readonly<{ compile: () => CompiledQuery<Row> }>,
): (given: Given) => Promise<ReadonlyArray<Row>> {
  // The engines write the same query differently; each connection has an adapter of its own.
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (given) => {
    const database = db();
    const { adapter } = database.getExecutor();
    const texts = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, texts);
    const shape = shapeOf(given);
    const query = texts.get(shape) ?? build(database, blanksFor(given)).compile();
    if (!texts.has(shape)) {
      if (texts.size >= SHAPES_MAX) texts.clear();
      texts.set(shape, query);
      prepareStatement(query.sql);
    }
    const parameters = query.parameters.map((one) => (one instanceof Blank ? one.filled(given) : one));
    const { rows } = await database.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function shapeOf(given: Values): string {
  let shape = "";
  for (const name in given) {
    const value = given[name];
    if (isList(value)) shape += `${name} ${value.length} `;
  }
  return shape;
}

function blanksFor<Given extends Values>(given: Given): Given {
  const blanks = Object.entries(given).map(([name, value]) => [
    name,
    isList(value) ? value.map((_, index) => new Blank(name, index)) : new Blank(name, null),
  ]);
  return Object.fromEntries(blanks) as Given;
}

function isList(value: Values[string] | undefined): value is ReadonlyArray<Value> {
  return Array.isArray(value);
}
