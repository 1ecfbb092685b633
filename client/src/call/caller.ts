import { createId, sleep } from "@mojob/core/ports";
import {
  type OperationResponse,
  type OperationId,
  type OperationRequest,
  operationUrl,
} from "../api/operation-request.ts";
import { OPERATIONS } from "../api/operations.generated.ts";
import type { ResolvedClientOptions } from "./client-options.ts";
import { isPassing, pauseMs } from "./pauses.ts";
import { sendOnce } from "./send-once.ts";

export interface CallOptions {
  /** Ends the call; what it has asked for may happen all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Calls with the same key are done once. @default none; a trigger and a re-run make one of their own */
  readonly idempotencyKey?: string | undefined;
  /** The revision an edit is meant for. */
  readonly ifMatch?: number | undefined;
  /** How long the server itself may take before it responds. @default 0 */
  readonly waitMs?: number | undefined;
  /** Whether repeating it is harmless. @default what reads, and what has an idempotency key */
  readonly isRepeatable?: boolean | undefined;
}

/** The result of a call. */
export interface CallResult<Answer> {
  readonly answer: Answer;
  /** How often it was sent before. */
  readonly repeats: number;
}

const RANDOM_DIGITS = 4;

/** Calls operations of the API, and repeats what got no response where repeating is harmless. */
export class Caller {
  readonly options: ResolvedClientOptions;

  constructor(options: ResolvedClientOptions) {
    this.options = options;
  }

  /** A key that no other call has. */
  createKey(): string {
    return createId(this.options.clock.now());
  }

  /** @throws MoJobClientError; the signal's reason */
  async call<Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options: CallOptions = {},
  ): Promise<OperationResponse<Id>> {
    return (await this.callCounted(id, request, options)).answer;
  }

  /** As `call`, with how often the call was repeated. */
  async callCounted<Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    { signal, idempotencyKey, ifMatch, waitMs, isRepeatable }: CallOptions = {},
  ): Promise<CallResult<OperationResponse<Id>>> {
    const { method } = OPERATIONS[id];
    const isRead = method === "GET";
    const mayRepeat = isRepeatable ?? (isRead || idempotencyKey !== undefined);
    const outgoing = {
      url: operationUrl(id, request, this.options.root),
      method,
      body: isRead || method === "DELETE" ? undefined : JSON.stringify(request.body ?? {}),
      headers: {
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        ...(ifMatch !== undefined && { "If-Match": `"${ifMatch}"` }),
      },
      signal,
      waitMs,
    };
    for (let repeats = 0; ; repeats += 1) {
      signal?.throwIfAborted();
      const sent = await sendOnce(outgoing, this.options);
      if (sent.error === undefined) return { answer: sent.value as OperationResponse<Id>, repeats };
      const { error, retryAfter } = sent;
      if (!mayRepeat || repeats >= this.options.retries || !isPassing(error, retryAfter)) throw error;
      await this.pause(repeats, retryAfter, signal);
    }
  }

  /** Waits before a call is repeated; ends early where the signal aborts. */
  async pause(failures: number, retryAfter: string | null, signal: AbortSignal | undefined): Promise<void> {
    const digits = this.createKey().slice(-RANDOM_DIGITS);
    const chance = Number.parseInt(digits, 16) / 16 ** RANDOM_DIGITS;
    await sleep(this.options.clock, pauseMs(failures, chance, retryAfter), signal);
  }
}
