/** A key nobody else makes: whatever bears it is done once. Also where a page is not served securely, unlike `randomUUID`. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
