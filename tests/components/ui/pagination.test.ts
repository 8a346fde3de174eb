import { expect, test } from "vitest";

import { pageSlots } from "#app/components/ui/pagination.tsx";

test("a short list shows every page", () => {
  expect(pageSlots(2, 4)).toEqual([1, 2, 3, 4]);
});

test("a long list shows both ends and the pages near the current one", () => {
  expect(pageSlots(5, 9)).toEqual([1, "gap before", 4, 5, 6, "gap after", 9]);
  expect(pageSlots(1, 9)).toEqual([1, 2, "gap after", 9]);
  expect(pageSlots(9, 9)).toEqual([1, "gap before", 8, 9]);
});

test("every page is one click from its neighbours, and every gap hides at least one page", () => {
  for (const pageCount of [2, 5, 6, 7, 12]) {
    for (let page = 1; page <= pageCount; page += 1) {
      const slots = pageSlots(page, pageCount);
      const numbers = slots.filter((slot): slot is number => typeof slot === "number");
      expect(numbers).toContain(page);
      expect(numbers).toContain(1);
      expect(numbers).toContain(pageCount);
      expect(new Set(numbers).size).toBe(numbers.length);
      const gaps = slots.length - numbers.length;
      const jumps = numbers.filter((slot, index) => index > 0 && slot - (numbers[index - 1] ?? 0) > 1).length;
      expect(gaps).toBe(jumps);
    }
  }
});
