/**
 * Finds passwords that attackers try first: known ones, and the usual ways to stretch a short one to twelve characters.
 */
import { COMMON_NAMES } from "./common-names.ts";
import { LEAKED_PASSWORDS } from "./common-password-list.ts";
import { isCommonlyLeaked } from "./leaked-password-hashes.ts";

/** Words that do not strengthen a password, with whatever digits and marks around them. */
const WORDS =
  `abc abcd abcdef access account admin administrator amanda andrew angel anthony apple arsenal asdf asdfgh asdfghjkl
  ashley asshole august autumn baby babygirl bailey banana baseball basketball batman beautiful believe blink buster
  butterfly carlos change changeme charlie cheese chelsea chocolate christmas computer cookie corona correct daniel
  december default diamond donald dragon elephant eminem england everton family february flower football forever freedom
  friday friend friends fuck fuckyou gandalf george ginger google guest hannah happy harley harry heaven hello hollybough
  holly bough house hunter iloveyou january jasmine jennifer jessica jesus jordan joshua july june justin killer
  kristina ladybug letmein lego liverpool london lovely loveme love login lucky maggie manchester march master
  matrix matthew merlin michael michelle mickey monday money monkey mother mummy mustang naruto nicole nintendo november
  nothing october oliver orange pa55word pass passwd passphrase password passw0rd pepper phoenix please pokemon pram
  prams prince princess purple pushchair pushchairs qazwsx qazwsxedc qwe qwer qwert qwerty qwertyuiop qwertyuiopasdfghjkl
  rainbow rangers robert rocking horse root samantha samsung samurai saturday scotland secret september shadow shop
  sophie spiderman spring star starwars steelers summer sunday sunshine superman supergirl superstar system teddy temp
  temporary tennis test testing thomas thursday tigger tottenham toy toys train trustno trustnoone tuesday united user
  vanilla victoria wales wednesday welcome whatever william winter wooden woodentoys xxx yankees your you my the is me
  and i a to in it this ismy isthe isnot itis iam inthe tothe ofthe that these not new old first last very best good here there what when who time forever always
  never only just can cannot have had was will want need make made enter safe secure security word words number zaq zaqxsw zxcv zxcvbn zxcvbnm staple battery`
    .split(/\s+/)
    .filter(Boolean);

const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1a2b3c4d5e6f7g8h9i0j",
  "a1b2c3d4e5f6g7h8i9j0",
];

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const UNIT_MAX = 6;
/** Letters that a password needs beside listed words. */
const OWN_LETTERS_MIN = 4;
/** Up to this many names with listed words are guessed early. */
const NAMES_MAX = 2;
/** Different characters that a password needs. */
const DISTINCT_MIN = 5;

const byLength = [...new Set([...WORDS, ...COMMON_NAMES])]
  .filter((word) => word.length > 2)
  .sort((a, b) => b.length - a.length);
const listed = new Set(WORDS);

export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    LEAKED_PASSWORDS.has(lower) ||
    isCommonlyLeaked(lower) ||
    isRepetition(lower) ||
    isMonotonous(lower) ||
    isRun(lower) ||
    [lower, withLetters(lower), withLetters(core(lower))].some(isListed)
  );
}

/** True if few different characters occur, or one makes up more than half, spaces aside. */
function isMonotonous(text: string): boolean {
  const counts = new Map<string, number>();
  const characters = Array.from(text).filter((character) => character !== " ");
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts.size < DISTINCT_MIN || Math.max(...counts.values()) * 2 > characters.length;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= UNIT_MAX; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

function isRun(text: string): boolean {
  const bare = text.replace(/[^\p{L}\p{N}]/gu, "");
  if (bare === "") return false;
  return RUNS.some((run) => [run, reversed(run)].some((row) => (row + row).includes(bare)));
}

/** True if the text is made of listed words, a name or two, digits and marks. */
function isListed(text: string): boolean {
  let left = text.replace(/[^\p{L}]+/gu, " ");
  let names = 0;
  for (const word of byLength) {
    const parts = left.split(word);
    if (!listed.has(word)) names += parts.length - 1;
    left = parts.join(" ");
  }
  const rest = left.replace(/\s/gu, "");
  return names <= NAMES_MAX && Array.from(rest).length < OWN_LETTERS_MIN && isAscii(text);
}

function core(text: string): string {
  const characters = Array.from(text);
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  return first < 0 ? text : characters.slice(first, characters.findLastIndex(isLetter) + 1).join("");
}

/** The list holds English words only. */
function isAscii(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

function withLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}
