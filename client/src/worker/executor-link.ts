import { createId, sleep } from "@mojob/core/ports";
import { isMoJobClientError, type MoJobClientError, refusalOf } from "../call/client-error.ts";
import type { ResolvedClientOptions } from "../call/client-options.ts";
import { pauseMs } from "../call/pauses.ts";
import { headersOf, sendOnce, unreachable } from "../call/send-once.ts";
import type { HeldRun } from "./held-run.ts";
import type { ExecutorCalls, Registered } from "./wire.ts";

const MOST_LEASES = 1000;

/** Whether the gateway does not know the executor any more: it has registered again by the time that this is thrown. */
export function isUnknownExecutor(error: unknown): boolean {
  return isMoJobClientError(error, "executor_not_found");
}

export interface ExecutorLinkOptions {
  readonly client: ResolvedClientOptions;
  /** The executor's description of itself when it registers, without its leases. */
  readonly registration: object;
  /** Runs whose end is not recorded. */
  readonly held: Set<HeldRun>;
  readonly onError: (error: unknown) => void;
}

/** The worker's calls to its gateway. Each is repeated until there is a response, because each may be. */
export class ExecutorLink {
  readonly #options: ExecutorLinkOptions;
  readonly #ended = new AbortController();
  #registered: Registered | null = null;
  #registering: Promise<void> | null = null;
  /** Aborts at the next registration: calls of the one before wait for nothing. */
  #current = new AbortController();
  #isLeaving = false;
  /** Counts registrations: the runs of one are not those of another. */
  generation = 0;

  constructor(options: ExecutorLinkOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#registered?.executor ?? "";
  }

  get heartbeatMs(): number {
    return this.#registered?.heartbeatMs ?? 0;
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Ends the registration: no other follows. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.call("leave", {});
  }

  /** Ends calls that are repeated. */
  end(): void {
    this.#ended.abort();
  }

  /** @throws MoJobClientError for what is refused */
  register(): Promise<void> {
    return (this.#registering ??= this.#register().finally(() => (this.#registering = null)));
  }

  /**
   * Sends a call, and the same again until there is a response: what it names is of the registration of now.
   * @throws MoJobClientError for what is refused; `executor_not_found` once the executor has registered again
   */
  async call<Name extends keyof ExecutorCalls>(
    name: Name,
    body: object,
    waitMs = 0,
  ): Promise<ExecutorCalls[Name]> {
    const { generation } = this;
    try {
      return await this.#repeat(name, { executor: this.id, ...body }, waitMs);
    } catch (error) {
      if (!isUnknownExecutor(error)) throw error;
      await this.#return(generation);
      throw error;
    }
  }

  /**
   * Sends a call whose response is bytes, and the same again until there is one.
   * @throws MoJobClientError for what is refused, as `call`; the signal's reason
   */
  async open(
    name: string,
    body: object,
    signal: AbortSignal,
  ): Promise<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>> {
    const { generation } = this;
    for (let failures = 0; ; failures += 1) {
      const { error, reader } = await this.#openOnce(name, { executor: this.id, ...body }, signal);
      if (reader !== undefined) return reader;
      signal.throwIfAborted();
      if (isUnknownExecutor(error)) await this.#return(generation);
      if (!isOutage(error)) throw error;
      await this.pause(failures);
      this.ended.throwIfAborted();
    }
  }

  /** Its headers have a time limit, its bytes have none. */
  async #openOnce(name: string, body: object, signal: AbortSignal): Promise<Opened> {
    const { client } = this.#options;
    const url = `${client.root}api/v1/executor/${name}`;
    const tooLate = new AbortController();
    const timer = client.clock.setTimer(() => tooLate.abort(), client.timeoutMs, { background: true });
    const text = JSON.stringify(body);
    try {
      const response = await client.send(url, {
        method: "POST",
        headers: { ...(await headersOf({ body: text }, client)), Accept: "*/*" },
        body: text,
        signal: AbortSignal.any([this.ended, signal, tooLate.signal]),
      });
      if (!response.ok) return { error: refusalOf(response, await response.text()) };
      const stream = response.body ?? new Blob([]).stream();
      return { reader: stream.getReader() };
    } catch (cause) {
      return { error: unreachable(url, cause) };
    } finally {
      timer.cancel();
    }
  }

  /** Registers again, also where that is refused for a while. */
  async #return(generation: number): Promise<void> {
    while (this.generation === generation && !this.#isLeaving && !this.ended.aborted) {
      try {
        await this.register();
      } catch (error) {
        if (this.ended.aborted) return;
        this.#options.onError(error);
        await this.pause(Number.POSITIVE_INFINITY);
      }
    }
  }

  async #register(): Promise<void> {
    const { registration, held } = this.#options;
    const leases = [...held].map(({ lease }) => lease).slice(0, MOST_LEASES);
    const answer = await this.#repeat("register", {
      ...registration,
      ...(leases.length > 0 && { leases }),
    });
    const renewed = new Map(answer.resumed.map((one) => [one.lease, one.renewed]));
    for (const run of held) {
      const lease = renewed.get(run.lease);
      if (lease !== undefined) run.lease = lease;
      else {
        run.lose();
        held.delete(run);
      }
    }
    this.#registered = answer;
    this.generation += 1;
    const before = this.#current;
    this.#current = new AbortController();
    before.abort();
  }

  async #repeat<Name extends keyof ExecutorCalls>(
    name: Name,
    body: object,
    waitMs = 0,
  ): Promise<ExecutorCalls[Name]> {
    const { client } = this.#options;
    const url = `${client.root}api/v1/executor/${name}`;
    const text = JSON.stringify(body);
    for (let failures = 0; ; failures += 1) {
      const sent = await sendOnce({ url, method: "POST", body: text, signal: this.ended, waitMs }, client);
      if (sent.error === undefined) return sent.value as ExecutorCalls[Name];
      if (!isOutage(sent.error)) throw sent.error;
      await this.pause(failures, sent.retryAfter);
      this.ended.throwIfAborted();
    }
  }

  pause(failures: number, retryAfter: string | null = null): Promise<void> {
    const { clock } = this.#options.client;
    const chance = Number.parseInt(createId(clock.now()).slice(-4), 16) / 16 ** 4;
    return sleep(
      clock,
      pauseMs(failures, chance, retryAfter),
      AbortSignal.any([this.ended, this.#current.signal]),
    );
  }
}

/** The result of one try of a call whose response is bytes. */
type Opened =
  | { readonly reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>; readonly error?: never }
  | { readonly error: MoJobClientError; readonly reader?: never };

function isOutage({ status }: MoJobClientError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
