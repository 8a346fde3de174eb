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

const cartPattern = new RegExp(`^cart_${RANDOM}$`);
const linePattern = new RegExp(`^line_${RANDOM}$`);
const orderPattern = new RegExp(`^order_${RANDOM}$`);
const attemptPattern = new RegExp(`^attempt_${RANDOM}$`);
const addressPattern = new RegExp(`^address_${RANDOM}$`);
const customerPattern = new RegExp(`^customer_${RANDOM}$`);
const sessionPattern = new RegExp(`^session_${RANDOM}$`);
const sharedListPattern = new RegExp(`^list_${RANDOM}$`);
const savedItemPattern = new RegExp(`^saved_${RANDOM}$`);
const savedListPattern = new RegExp(`^savedlist_${RANDOM}$`);
const giftListPattern = new RegExp(`^giftlist_${RANDOM}$`);
const giftPattern = new RegExp(`^gift_${RANDOM}$`);
const giftClaimPattern = new RegExp(`^claim_${RANDOM}$`);
const giftCoOwnerPattern = new RegExp(`^giftcoowner_${RANDOM}$`);
const giftDevicePattern = new RegExp(`^giftdevice_${RANDOM}$`);
const staffPattern = new RegExp(`^staff_${RANDOM}$`);

export const isCartId = (value: unknown): value is CartId =>
  typeof value === "string" && cartPattern.test(value);

export const isCartLineId = (value: unknown): value is CartLineId =>
  typeof value === "string" && linePattern.test(value);

export const isOrderId = (value: unknown): value is OrderId =>
  typeof value === "string" && orderPattern.test(value);

export const isAttemptId = (value: unknown): value is AttemptId =>
  typeof value === "string" && attemptPattern.test(value);

export const isAddressId = (value: unknown): value is AddressId =>
  typeof value === "string" && addressPattern.test(value);

export const isCustomerId = (value: unknown): value is CustomerId =>
  typeof value === "string" && customerPattern.test(value);

export const isSessionId = (value: unknown): value is SessionId =>
  typeof value === "string" && sessionPattern.test(value);

export const isSharedListId = (value: unknown): value is SharedListId =>
  typeof value === "string" && sharedListPattern.test(value);

export const isSavedItemId = (value: unknown): value is SavedItemId =>
  typeof value === "string" && savedItemPattern.test(value);

export const isSavedListId = (value: unknown): value is SavedListId =>
  typeof value === "string" && savedListPattern.test(value);

export const isGiftListId = (value: unknown): value is GiftListId =>
  typeof value === "string" && giftListPattern.test(value);

export const isGiftId = (value: unknown): value is GiftId =>
  typeof value === "string" && giftPattern.test(value);

export const isGiftClaimId = (value: unknown): value is GiftClaimId =>
  typeof value === "string" && giftClaimPattern.test(value);

export const isGiftCoOwnerId = (value: unknown): value is GiftCoOwnerId =>
  typeof value === "string" && giftCoOwnerPattern.test(value);

export const isGiftDeviceId = (value: unknown): value is GiftDeviceId =>
  typeof value === "string" && giftDevicePattern.test(value);
export const isStaffId = (value: unknown): value is StaffId =>
  typeof value === "string" && staffPattern.test(value);
