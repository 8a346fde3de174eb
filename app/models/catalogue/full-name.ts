/** The name of a product with the label of its variant, if it has one: "Pull-along dog, blue". */
export function fullName(name: string, variantLabel: string | null): string {
  return variantLabel ? `${name}, ${variantLabel}` : name;
}
