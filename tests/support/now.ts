/** The moment at which the test file began. It is the real time, because the test payment provider has its own clock. */
export let NOW = new Date();

/** Called before each file: the files of a worker share this module. */
export function startClock(): void {
  NOW = new Date();
}
