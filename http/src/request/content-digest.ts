import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";

/** One SHA-256, as RFC 9530 §2 writes it. */
const DIGEST = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*$/;

/**
 * Compares a body with its `Content-Digest`, where there is one.
 * @throws HTTPException 400 `digest_mismatch` for another digest, and for one that is not a single SHA-256
 */
export async function assertDigest(header: string | null, body: Uint8Array<ArrayBuffer>): Promise<void> {
  if (header === null) return;
  const [, stated] = DIGEST.exec(header) ?? [];
  if (stated === undefined)
    throw httpProblem(
      HttpProblemCode.DigestMismatch,
      "Cannot check the body: Content-Digest must be one SHA-256, as sha-256=:<base64>:",
    );
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (btoa(String.fromCharCode(...digest)) === stated) return;
  throw httpProblem(
    HttpProblemCode.DigestMismatch,
    "Cannot accept the body: its SHA-256 is not the one in Content-Digest",
  );
}
