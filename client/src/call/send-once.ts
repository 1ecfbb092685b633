import type { Timer } from "@mojob/core/ports";
import { ClientErrorCode, MoJobClientError, refusalOf } from "./client-error.ts";
import type { ResolvedClientOptions } from "./client-options.ts";

const NO_CONTENT = 204;
/** What is no JSON and a scheduler's all the same: any other text may be a proxy's page. */
const TEXT = /^application\/yaml\b/;

export interface OutgoingCall {
  readonly url: string;
  readonly method: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take beyond `timeoutMs`. @default 0 */
  readonly waitMs?: number | undefined;
}

/** The result of one try. */
export type Sent =
  | { readonly value: unknown; readonly error?: never }
  | { readonly error: MoJobClientError; readonly retryAfter: string | null };

/** Sends a call once. @throws the signal's reason */
export async function sendOnce(call: OutgoingCall, options: ResolvedClientOptions): Promise<Sent> {
  const { url, body, signal, waitMs = 0 } = call;
  const tooLate = new AbortController();
  const timer: Timer = options.clock.setTimer(() => tooLate.abort(), options.timeoutMs + waitMs, {
    background: true,
  });
  let response: Response;
  let text: string;
  try {
    // A mistake in these is the caller's or ours: no scheduler is unreachable because of it, and to try again helps nobody.
    const request: RequestInit = {
      method: call.method,
      headers: await headersOf(call, options),
      ...(body !== undefined && { body }),
      // Some runtimes with `fetch` have no `any`, and a call without a signal does not need it.
      signal: signal === undefined ? tooLate.signal : AbortSignal.any([signal, tooLate.signal]),
    };
    try {
      response = await options.send(url, request);
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      return { error: unreachable(url, cause), retryAfter: null };
    }
  } finally {
    timer.cancel();
  }
  if (!response.ok)
    return { error: refusalOf(response, text), retryAfter: response.headers.get("Retry-After") };
  const isText = TEXT.test(response.headers.get("Content-Type") ?? "");
  if (response.status === NO_CONTENT || isText) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { error: foreign(url, response.status, cause), retryAfter: null };
  }
}

/** The headers of a call, with the token as it is now. */
export async function headersOf(
  { body, headers = {} }: Pick<OutgoingCall, "body" | "headers">,
  { token }: Pick<ResolvedClientOptions, "token">,
): Promise<Record<string, string>> {
  const bearer = await token();
  return {
    Accept: "application/json",
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
    ...headers,
  };
}

export function unreachable(url: string, cause: unknown): MoJobClientError {
  const { origin } = new URL(url);
  return new MoJobClientError(ClientErrorCode.Unreachable, `The scheduler at ${origin} does not respond`, {
    cause,
  });
}

function foreign(url: string, status: number, cause: unknown): MoJobClientError {
  const message = `The response of ${new URL(url).origin} is not a scheduler's: it is no JSON`;
  return new MoJobClientError(ClientErrorCode.ForeignResponse, message, { status, cause });
}
