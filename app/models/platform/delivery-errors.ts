import { errorsWith } from "./errors-with.ts";

export const DELIVERY_ERRORS = {
  ...errorsWith(409, {
    "method-name-taken": "Another delivery method has this name",
    "method-last": "It is the only delivery method that is offered",
    "method-in-use": "An open order goes by it. Switch it off instead",
    "zone-name-taken": "Another zone has this name",
    "zone-default": "The default zone stays, and is not excluded",
    "rate-there": "This zone has this method already: change it in the list",
  }),
  ...errorsWith(422, {
    "method-carries-nothing": "Enter a price for one size at least",
    "method-days-reversed": "“At most” must not be less than “at least”",
    "method-text": "{problem}",
    "method-free-over-elsewhere": "Change it under Settings, Delivery",
    "zone-without-place": "Enter postcodes or countries",
    "zone-home-missing": "A zone must have {country}, the shop’s own country",
  }),
};
