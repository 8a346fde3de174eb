import type { RulerData } from "#app/components/desk/orders/day-ruler.tsx";
import { type DayRuler, placeOnRuler, rulerMarks } from "#app/models/desk/day-ruler.ts";
import { clockText } from "#app/models/shared/local-date.ts";

type Work = Readonly<{
  toPack: number;
  due: number;
}>;

export function rulerView(ruler: DayRuler, work: Work): RulerData {
  const { opens, closes, now, lastPost } = ruler;
  const at = placeOnRuler(now, ruler);
  const post = lastPost === null ? null : placeOnRuler(lastPost, ruler);
  return {
    title: titleOf(ruler),
    words: wordsOf(work),
    isDone: work.toPack === 0,
    label: [
      `The day from ${clockText(opens)} to ${clockText(closes)}. It is ${clockText(now)}.`,
      lastPost === null ? "" : `The last post goes at ${clockText(lastPost)}.`,
    ].join(" "),
    isOver: now > closes,
    marks: rulerMarks(ruler),
    done: at ?? (now < opens ? 0 : 100),
    now: at === null ? null : { at, text: `${clockText(now)} now` },
    post: post === null || lastPost === null ? null : { at: post, text: `${clockText(lastPost)} last post` },
  };
}

function titleOf({ minutesLeft, now, closes }: DayRuler): string {
  if (minutesLeft === null) return now < closes ? "No post today" : "Closed for today";
  if (minutesLeft === 0) return "The last post of today has gone";
  const [hours, minutes] = [Math.floor(minutesLeft / 60), minutesLeft % 60];
  return `${[counted(hours, "hour"), counted(minutes, "minute")].filter(Boolean).join(" ")} to the last post`;
}

function counted(count: number, unit: string): string {
  if (count === 0) return "";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function wordsOf({ toPack, due }: Work): string {
  if (toPack === 0) return "Everything is packed. Orders show up here once they are paid.";
  const orders = toPack === 1 ? "1 order" : `${toPack} orders`;
  if (due === 0)
    return toPack === 1
      ? "1 order to pack, which need not go today."
      : `${orders} to pack, none of which has to go today.`;
  if (due === toPack) return `${orders} to pack, ${toPack === 1 ? "which" : "all of which"} should go today.`;
  return `${due} of ${orders} to pack should go today.`;
}
