export interface BreachPort {
  readonly name: "none" | "hibp";
  /** False also when nobody can say. Never throws, and answers within two seconds. */
  isLeaked(password: string): Promise<boolean>;
}
