export type CartId = `cart_${string}`;
export type CartLineId = `line_${string}`;
export type OrderId = `order_${string}`;
export type AttemptId = `attempt_${string}`;
export type AddressId = `address_${string}`;
export type CustomerId = `customer_${string}`;
export type SessionId = `session_${string}`;
export type SharedListId = `list_${string}`;
export type SavedItemId = `saved_${string}`;
export type SavedListId = `savedlist_${string}`;
export type GiftListId = `giftlist_${string}`;
export type GiftId = `gift_${string}`;
export type GiftClaimId = `claim_${string}`;
export type GiftAlertId = `giftalert_${string}`;
export type GiftCoOwnerId = `giftcoowner_${string}`;
export type GiftMoveId = `giftmove_${string}`;
export type GiftDeviceId = `giftdevice_${string}`;
export type StaffId = `staff_${string}`;

const RANDOM = "[A-Za-z0-9_-]{22}";

function isIdOf<Kind extends string>(kind: Kind) {
  const pattern = new RegExp(`^${kind}_${RANDOM}$`);
  return (value: unknown): value is `${Kind}_${string}` => typeof value === "string" && pattern.test(value);
}

export const isCartId = isIdOf("cart");
export const isCartLineId = isIdOf("line");
export const isOrderId = isIdOf("order");
export const isAttemptId = isIdOf("attempt");
export const isAddressId = isIdOf("address");
export const isCustomerId = isIdOf("customer");
export const isSessionId = isIdOf("session");
export const isSharedListId = isIdOf("list");
export const isSavedItemId = isIdOf("saved");
export const isSavedListId = isIdOf("savedlist");
export const isGiftListId = isIdOf("giftlist");
export const isGiftId = isIdOf("gift");
export const isGiftClaimId = isIdOf("claim");
export const isGiftCoOwnerId = isIdOf("giftcoowner");
export const isGiftDeviceId = isIdOf("giftdevice");
export const isStaffId = isIdOf("staff");
