/**
 * What a basket costs, reckoned a second time: in exact fractions of whole numbers, from the shop's rules as people
 * read them, without a line of the shop's own code. All amounts are pence, rates are hundredths of a per cent.
 */

type Exact = Readonly<{ over: bigint; under: bigint }>;

export type ReckonedLine = Readonly<{
  price: bigint;
  quantity: bigint;
  rate: bigint;
  category: number;
  product: number;
  isOnSale: boolean;
  isToy: boolean;
  isWrapped: boolean;
  size: string;
  isFreeShipping: boolean;
}>;

export type ReckonedCoupon = Readonly<{
  type: "percentage" | "fixed" | "free_delivery";
  amount: bigint;
  minimum: bigint | null;
  minimumOn: "all" | "matching_items";
  category: number | null;
  product: number | null;
  spares: "sale items" | "nothing";
  methods: ReadonlyArray<string> | null;
}>;

export type ReckonedMethod = Readonly<{
  key: string;
  freeOver: bigint | null;
  /** By size of items; a size that is missing is not carried. */
  price: ReadonlyMap<string, bigint>;
  surcharge: ReadonlyMap<string, bigint>;
}>;

export type ReckonedBasket = Readonly<{
  lines: ReadonlyArray<ReckonedLine>;
  coupon: ReckonedCoupon | null;
  methods: ReadonlyArray<ReckonedMethod>;
  method: string;
  wrapFee: bigint;
  wrapFreeOver: bigint;
  wrapRate: bigint;
  /** What the payment provider takes at the least: less than that is given away. */
  smallest: bigint;
}>;

export type Reckoned = Readonly<{
  couponWorks: boolean;
  lines: ReadonlyArray<
    Readonly<{ total: bigint; discount: bigint; vat: bigint; wrap: bigint | null; wrapVat: bigint }>
  >;
  delivery: bigint;
  deliveryVat: bigint;
  total: bigint;
  vat: bigint;
}>;

/** Sizes from the lightest to the heaviest: the lightest decides by which method the order is called. */
const SIZES = ["small", "large", "two_person"];

export function reckon(basket: ReckonedBasket): Reckoned {
  const totals = basket.lines.map((line) => line.price * line.quantity);
  const { coupon } = basket;
  const couponWorks = coupon !== null && works(coupon, basket.lines, totals);
  const discounts = couponWorks ? discountsOf(coupon, basket.lines, totals) : totals.map(() => 0n);
  const paid = totals.map((total, index) => total - at(discounts, index));
  const toys = sum(basket.lines.map((line, index) => (line.isToy ? at(paid, index) : 0n)));
  const fee = toys >= basket.wrapFreeOver ? 0n : basket.wrapFee;
  const lines = basket.lines.map((line, index) => {
    const wrap = line.isWrapped && line.size !== "two_person" ? fee * line.quantity : null;
    return {
      total: at(totals, index),
      discount: at(discounts, index),
      vat: vatIn(at(paid, index), line.rate),
      wrap,
      wrapVat: vatIn(wrap ?? 0n, basket.wrapRate),
    };
  });
  const free = couponWorks && coupon.type === "free_delivery" ? (coupon.methods ?? "all") : [];
  const delivery = deliveryOf(basket, sum(paid), free);
  const deliveryVat = vatOfDelivery(delivery, basket.lines, paid);
  const wraps = sum(lines.map(({ wrap }) => wrap ?? 0n));
  const total = sum(paid) + wraps + delivery;
  if (total > 0n && total < basket.smallest) {
    const away = lines.map((line) => ({
      ...line,
      discount: line.total,
      wrap: line.wrap && 0n,
      vat: 0n,
      wrapVat: 0n,
    }));
    return { couponWorks, lines: away, delivery: 0n, deliveryVat: 0n, total: 0n, vat: 0n };
  }
  return {
    couponWorks,
    lines,
    delivery,
    deliveryVat,
    total,
    vat: sum(lines.map(({ vat, wrapVat }) => vat + wrapVat)) + deliveryVat,
  };
}

/** What goes back for units `from` + 1 to `to` of `quantity` that cost `amount`, VAT of `vat` inside. */
export function reckonRefund(
  { amount, vat, quantity }: Readonly<{ amount: bigint; vat: bigint; quantity: bigint }>,
  from: bigint,
  to: bigint,
) {
  const upTo = (units: bigint) => {
    const part = halfUp({ over: amount * units, under: quantity });
    return { part, vat: amount === 0n ? 0n : halfUp({ over: vat * part, under: amount }) };
  };
  return { amount: upTo(to).part - upTo(from).part, vat: upTo(to).vat - upTo(from).vat };
}

function isFor(coupon: ReckonedCoupon, line: ReckonedLine): boolean {
  return (
    (coupon.category === null || coupon.category === line.category) &&
    (coupon.product === null || coupon.product === line.product) &&
    !(coupon.spares === "sale items" && line.isOnSale)
  );
}

function works(
  coupon: ReckonedCoupon,
  lines: ReadonlyArray<ReckonedLine>,
  totals: ReadonlyArray<bigint>,
): boolean {
  if (!lines.some((line) => isFor(coupon, line))) return false;
  const counted = lines.map((line, index) =>
    coupon.minimumOn === "all" || isFor(coupon, line) ? at(totals, index) : 0n,
  );
  return coupon.minimum === null || sum(counted) >= coupon.minimum;
}

function discountsOf(
  coupon: ReckonedCoupon,
  lines: ReadonlyArray<ReckonedLine>,
  totals: ReadonlyArray<bigint>,
): ReadonlyArray<bigint> {
  const values = lines.map((line, index) => (isFor(coupon, line) ? at(totals, index) : 0n));
  const items = sum(values);
  if (coupon.type === "free_delivery") return values.map(() => 0n);
  const worth =
    coupon.type === "percentage"
      ? halfUp({ over: items * coupon.amount, under: 100n })
      : coupon.amount < items
        ? coupon.amount
        : items;
  return shareOut(worth, values);
}

/** Whole pence in proportion to `values`: everybody gets the whole part, the rest goes to the largest fractions. */
function shareOut(amount: bigint, values: ReadonlyArray<bigint>): ReadonlyArray<bigint> {
  const whole = sum(values);
  if (whole === 0n) return values.map((_, index) => (index === 0 ? amount : 0n));
  const shares = values.map((value, index) => ({
    index,
    pence: (amount * value) / whole,
    fraction: (amount * value) % whole,
  }));
  const left = amount - sum(shares.map(({ pence }) => pence));
  const lucky = [...shares]
    .sort((one, other) =>
      one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1,
    )
    .slice(0, Number(left))
    .map(({ index }) => index);
  return shares.map(({ index, pence }) => (lucky.includes(index) ? pence + 1n : pence));
}

/** Each method of the order charges once, for the dearest of what it carries. */
function deliveryOf(
  { lines, methods, method }: ReckonedBasket,
  items: bigint,
  free: ReadonlyArray<string> | "all",
): bigint {
  const lead = methods.find(({ key }) => key === method);
  if (!lead) throw new Error(`There is no method ${method}`);
  const carriers = new Map<string, bigint>();
  for (const size of SIZES) {
    for (const line of lines.filter((each) => each.size === size)) {
      const carrier = [lead, ...methods].find(({ price }) => price.has(size));
      if (!carrier) throw new Error(`Nothing carries ${size}`);
      const isFree =
        free === "all" ||
        free.includes(carrier.key) ||
        (carrier.freeOver !== null && items >= carrier.freeOver) ||
        (line.isFreeShipping && ["standard", "two_person"].includes(carrier.key));
      const charge = (isFree ? 0n : (carrier.price.get(size) ?? 0n)) + (carrier.surcharge.get(size) ?? 0n);
      const before = carriers.get(carrier.key) ?? 0n;
      carriers.set(carrier.key, charge > before ? charge : before);
    }
  }
  return sum([...carriers.values()]);
}

/** Delivery has the rates of the items, in proportion to what was paid for them. */
function vatOfDelivery(
  delivery: bigint,
  lines: ReadonlyArray<ReckonedLine>,
  paid: ReadonlyArray<bigint>,
): bigint {
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  const values = rates.map((rate) =>
    sum(lines.map((line, index) => (line.rate === rate ? at(paid, index) : 0n))),
  );
  return sum(shareOut(delivery, values).map((part, index) => vatIn(part, at(rates, index))));
}

/** VAT is inside the price: price × rate / (100 % + rate). */
function vatIn(price: bigint, rate: bigint): bigint {
  return halfUp({ over: price * rate, under: 10_000n + rate });
}

function halfUp({ over, under }: Exact): bigint {
  return (2n * over + under) / (2n * under);
}

function sum(amounts: ReadonlyArray<bigint>): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function at(list: ReadonlyArray<bigint>, index: number): bigint {
  const value = list[index];
  if (value === undefined) throw new RangeError(`There is no entry ${index}`);
  return value;
}
