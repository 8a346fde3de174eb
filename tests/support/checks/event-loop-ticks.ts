/** Counts the turns of the event loop. */

/** In which turn of the event loop each of `works` came to its end, in the order of their ends. */
export async function ticksOfEnds(
  works: ReadonlyArray<() => Promise<unknown>>,
): Promise<ReadonlyArray<number>> {
  let ticksOfLoop = 0;
  let isOver = false;
  const count = (): void => {
    ticksOfLoop += 1;
    if (!isOver) setImmediate(count);
  };
  const ends: Array<number> = [];
  setImmediate(count);
  await Promise.all(works.map((work) => work().then(() => ends.push(ticksOfLoop))));
  isOver = true;
  return ends;
}
