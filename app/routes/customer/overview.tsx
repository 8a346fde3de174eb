import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { OverviewPage } from "#app/components/customer/overview-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import { findNextDelivery } from "#app/models/order/customer-order.server.ts";
import { listOrders } from "#app/models/order/list.server.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { stepDates } from "#app/routes/orders/order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const [store, { note, headers }, coming, orders, addresses] = await Promise.all([
    findStore(),
    takeNote(request),
    findNextDelivery(customer.id),
    listOrders(customer.id, { query: "", page: 1 }),
    listAddresses(customer.id),
  ]);
  const [last] = orders.orders;
  return json(
    {
      firstName: customer.firstName,
      isVerified: customer.isVerified,
      coming: coming && { order: coming.order, stepDates: stepDates(coming.life.moves, store) },
      lastOrder: last ? { ...last, placedText: dateText(last.placedAt, store) } : null,
      address: addresses.find(({ isDefaultDelivery }) => isDefaultDelivery) ?? null,
      note,
      meta: await privateMeta("Your account", paths.account()),
    },
    { headers },
  );
}

export default function Overview() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
