/** The answers to `count` calls of `ask`, of which `size` are under way at once: a shop bears so many sockets of one address. */
export async function inGroupsOf<Answer>(
  size: number,
  count: number,
  ask: () => Promise<Answer>,
): Promise<ReadonlyArray<Answer>> {
  const answers: Array<Answer> = [];
  while (answers.length < count) {
    const group = Math.min(size, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: group }, ask))));
  }
  return answers;
}
