/** Counts the turns of the event loop. */

/** In which turn of the event loop each of `works` came to its end, in the order of their ends. */
export async function turnsOfEnds(
  works: ReadonlyArray<() => Promise<unknown>>,
): Promise<ReadonlyArray<number>> {
  let turnsOfLoop = 0;
  let isOver = false;
  const count = (): void => {
    turnsOfLoop += 1;
    if (!isOver) setImmediate(count);
  };
  const ends: Array<number> = [];
  setImmediate(count);
  await Promise.all(works.map((work) => work().then(() => ends.push(turnsOfLoop))));
  isOver = true;
  return ends;
}
