export const DELIVERY_ERRORS = {
  "method-carries-nothing": { status: 422, message: "Enter a price for one size at least" },
  "method-days-reversed": { status: 422, message: "“At most” must not be less than “at least”" },
  "method-text": { status: 422, message: "{problem}" },
  "method-name-taken": { status: 409, message: "Another delivery method has this name" },
  "method-free-over-elsewhere": { status: 422, message: "Change it under Settings, Delivery" },
  "method-last": { status: 409, message: "It is the only delivery method that is offered" },
  "method-in-use": { status: 409, message: "An open order goes by it. Switch it off instead" },
  "zone-name-taken": { status: 409, message: "Another zone has this name" },
  "zone-without-place": { status: 422, message: "Enter postcodes or countries" },
  "zone-default": { status: 409, message: "The default zone stays, and is not excluded" },
  "zone-home-missing": { status: 422, message: "A zone must have {country}, the shop’s own country" },
  "rate-there": { status: 409, message: "This zone has this method already: change it in the list" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
