const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const ENCODER = new TextEncoder();

/** The HMAC-SHA256 of a text, as base64. */
export async function hmac(key: string, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", ENCODER.encode(key), ALGORITHM, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", imported, ENCODER.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
