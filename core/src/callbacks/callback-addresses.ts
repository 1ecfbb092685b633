import { type Clock, sleep } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { fingerprint } from "../base/fingerprint.ts";
import { randomBytes } from "../base/ids.ts";
import { canonicalJson, copyJson, type JsonValue } from "../base/json.ts";
import { toBase64 } from "../base/sealing/base64.ts";
import { type CallbackReport, CallbackState } from "../model/callback-report.ts";
import { callbackKey } from "../model/name/state-key.ts";
import type { IMoStateStore, StateEntry } from "../ports/state-store.ts";
import type { RunCallback, WorkContext } from "../ports/work-runner.ts";
import { WorkError, WorkErrorCode } from "../work/work-error.ts";

/** How soon a report is seen that another process was sent. */
const LOOK_EVERY_MS = 500;
const TOKEN_BYTES = 32;
const MOST_TRIES = 10;
/** For as long as an attempt may take to snooze its run; later than that the run's own time has it look. */
const MOST_WAKES = 50;
const WAKE_EVERY_MS = 100;

export interface CallbackAddressesOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
  /** Where others reach the tenant's API, without a slash at the end; `null` where nobody said. */
  readonly url: string | null;
  /** Has a run executed at once that is snoozed until its report comes. */
  readonly wake: (instanceId: string) => Promise<Woken>;
  readonly onError: (error: unknown) => void;
}

/** The outcome of a request to execute a run at once. */
export const Woken = {
  /** It will be. */
  Yes: "yes",
  /** An attempt of it is under way, which may be about to snooze it. */
  Busy: "busy",
  /** It has ended, or is not there. */
  Over: "over",
} as const;
export type Woken = (typeof Woken)[keyof typeof Woken];

/** Which work an address is for. Attempts that only go on waiting for the same work share one. */
export interface CallbackOf {
  readonly instanceId: string;
  /** How many retries came before; `null` where all attempts of the run have one address. */
  readonly retry: number | null;
  /** How long the address is good for. */
  readonly ttlMs: number;
  /** Whether one that was given before is good no longer. @default false */
  readonly renews?: boolean;
}

/** An address as the state store keeps it. */
interface CallbackRecord {
  readonly token: string;
  readonly expiresAt: string;
  /** Whether the request went out. */
  readonly wasSent: boolean;
  /** Whether its attempt has ended without a report. */
  readonly isClosed: boolean;
  /** The latest report; an end is the last. */
  readonly report: CallbackReport | null;
  /** The run that waits for its end without a worker. @default none: an attempt waits */
  readonly wakes?: string;
}

type Seen = (record: CallbackRecord) => void;

/**
 * The callback addresses that HTTP targets report to. They are kept in the state store, so that any process can accept a
 * report and any process can wait for it.
 */
export class CallbackAddresses {
  readonly #options: CallbackAddressesOptions;
  readonly #waiting = new Map<string, Seen>();
  #isLooking = false;

  constructor(options: CallbackAddressesOptions) {
    this.#options = options;
  }

  /** The beginning of its addresses; `null` where none can be given. */
  get url(): string | null {
    const { url } = this.#options;
    return url && `${url}/api/v1/callbacks`;
  }

  /** Resolves to the address of an attempt's work; the same one where an earlier attempt has sent the request. */
  async open({ instanceId, retry, ttlMs, renews = false }: CallbackOf): Promise<RunCallback> {
    const { tenant, clock } = this.#options;
    const key = callbackKey(tenant, (await fingerprint([instanceId, retry])).slice(0, 32));
    const token = toBase64(randomBytes(TOKEN_BYTES))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    const expiresAt = new Date(clock.now().getTime() + ttlMs).toISOString();
    const record = await this.#change(key, (current) => ({
      token,
      wasSent: false,
      report: null,
      ...(!renews && current),
      isClosed: false,
      expiresAt,
    }));
    if (record === null) throw busy();
    return {
      url: `${this.url}/${key.slice(callbackKey(tenant, "").length)}/${record.token}`,
      wasSent: record.wasSent,
      sent: async () => void (await this.#change(key, (current) => current && { ...current, wasSent: true })),
      ended: (context) => this.#ended(key, context),
      endedOrWakes: () => this.#endedOrWakes(key, instanceId),
      close: async () =>
        void (await this.#change(key, (current) => current && { ...current, isClosed: true })),
    };
  }

  /**
   * Takes a report; resolves to the state that stands. The same end may be reported again.
   * @throws MoJobError `callback_not_found` for an address that is unknown, wrong or expired; `callback_ended`
   */
  async accept(id: string, token: string, report: CallbackReport): Promise<CallbackState> {
    const { tenant, state } = this.#options;
    const key = callbackKey(tenant, id);
    const entry = await state.get(key);
    const known = entry === null ? null : recordOf(entry);
    // Compared as digests, so that how long it takes says nothing about the token.
    if (known === null || (await fingerprint(known.token)) !== (await fingerprint(token))) throw notFound();
    let refusal: MoJobError | null = null;
    const written = await this.#change(key, (current) => {
      refusal = null;
      if (current === null) refusal = notFound();
      else if (hasEnded(current.report)) refusal = isSame(current.report, report) ? null : ended();
      else if (current.isClosed) refusal = ended();
      else return { ...current, report };
      return null;
    });
    if (refusal !== null) throw refusal as MoJobError;
    const standing = written ?? known;
    this.#waiting.get(key)?.(standing);
    const { wakes, isClosed } = standing;
    if (wakes !== undefined && !isClosed && hasEnded(standing.report)) await this.#wake(key, wakes);
    return report.state;
  }

  /** A run that is about to be snoozed is woken once it is. One that has ended by itself takes no report. */
  async #wake(key: string, instanceId: string): Promise<void> {
    const { wake, clock } = this.#options;
    for (let tries = 0; tries < MOST_WAKES; tries += 1) {
      const woken = await wake(instanceId);
      if (woken === Woken.Yes) return;
      if (woken === Woken.Over) {
        const closed = await this.#change(key, (current) =>
          current === null || current.isClosed ? null : { ...current, isClosed: true, report: null },
        );
        // Its last attempt has closed the address where it took the report.
        if (closed !== null) throw ended();
        return;
      }
      await sleep(clock, WAKE_EVERY_MS);
    }
  }

  /** Either the end is there, or the process that writes it finds which run to wake. */
  async #endedOrWakes(key: string, instanceId: string): Promise<{ readonly result: JsonValue } | null> {
    let end: CallbackReport | null = null;
    await this.#change(key, (current) => {
      end = current !== null && hasEnded(current.report) ? current.report : null;
      return current === null || end !== null ? null : { ...current, wakes: instanceId };
    });
    return end === null ? null : { result: resultOf(end) };
  }

  /** Waits for the end, whichever process is sent it. */
  async #ended(key: string, { signal, progress }: WorkContext): Promise<JsonValue> {
    const end = await new Promise<CallbackReport>((resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error);
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.set(key, ({ report }) => {
        if (report === null) return;
        if (report.state !== CallbackState.Running) return resolve(report);
        if (report.progress !== undefined) progress(report.progress, report.message);
      });
      void this.#look();
    }).finally(() => this.#waiting.delete(key));
    return resultOf(end);
  }

  /** Reads together all that is waited for, until nothing is. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { state, clock, onError } = this.#options;
    while (this.#waiting.size > 0) {
      try {
        const entries = await state.getMany([...this.#waiting.keys()]);
        for (const [key, entry] of entries) this.#waiting.get(key)?.(recordOf(entry));
      } catch (error) {
        onError(error);
      }
      await sleep(clock, LOOK_EVERY_MS);
    }
    this.#isLooking = false;
  }

  /** Resolves to what was written; `null` where `next` refuses. */
  async #change(
    key: string,
    next: (current: CallbackRecord | null) => CallbackRecord | null,
  ): Promise<CallbackRecord | null> {
    const { state, clock } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const entry = await state.get(key);
      const record = next(entry === null ? null : recordOf(entry));
      if (record === null) return null;
      const ttlMs = Math.max(1, Date.parse(record.expiresAt) - clock.now().getTime());
      const written = await state.compareAndSet(key, entry?.version ?? null, copyJson(record), { ttlMs });
      if (written !== null) return record;
    }
    throw busy();
  }
}

/** @throws WorkError `callback_failed` */
function resultOf(end: CallbackReport): JsonValue {
  if (end.state === CallbackState.Failed)
    throw new WorkError(WorkErrorCode.CallbackFailed, { line: end.error });
  return end.state === CallbackState.Succeeded ? end.result : null;
}

function recordOf({ value }: StateEntry): CallbackRecord {
  return value as unknown as CallbackRecord;
}

function hasEnded(report: CallbackReport | null): report is CallbackReport {
  return report !== null && report.state !== CallbackState.Running;
}

function isSame(one: CallbackReport, other: CallbackReport): boolean {
  return canonicalJson(copyJson(one)) === canonicalJson(copyJson(other));
}

function notFound(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.CallbackNotFound,
    "Cannot take this report: no run waits for one at this address, or it no longer does",
  );
}

function ended(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.CallbackEnded,
    "Cannot take this report: the attempt has ended, and another end counts",
  );
}

function busy(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    "Cannot write a report: it is being changed by others",
  );
}
