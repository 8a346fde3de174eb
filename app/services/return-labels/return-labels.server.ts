import type { ReturnLabelPort } from "./return-labels-port.ts";

const embedded: ReturnLabelPort = {
  name: "embedded",
  labelFor: async (parcel) => ({ ...parcel, href: null }),
};

export function returnLabels(): ReturnLabelPort {
  return embedded;
}
