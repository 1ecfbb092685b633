/** A unique key; requests with the same key are done once. Works without a secure context, unlike `randomUUID`. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
