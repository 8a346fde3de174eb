/** All the shop asks of a list of leaked passwords. */
export interface BreachPort {
  readonly name: "none" | "hibp";
  /**
   * True when `password` is known to have leaked. False when it is not, and also when nobody can say: a service that
   * is away must not keep anybody from choosing a password. Never throws, and answers within two seconds.
   */
  isLeaked(password: string): Promise<boolean>;
}
