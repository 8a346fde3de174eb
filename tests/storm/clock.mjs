/** Loaded into a shop before its own code: its clock is wrong by as many milliseconds as the file SHOP_CLOCK_FILE says. */
import { readFileSync, watchFile } from "node:fs";
import process from "node:process";

const file = process.env.SHOP_CLOCK_FILE ?? "";
const TrueDate = Date;
const read = () => Number(readFileSync(file, "utf8")) || 0;
let offset = read();
watchFile(file, { interval: 50, persistent: false }, () => {
  offset = read();
});

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + offset);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + offset;
  }
};
