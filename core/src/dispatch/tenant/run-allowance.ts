import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { assertEnabled, type TenantBook } from "../../definition/tenant/tenant-book.ts";
import { runsInMinuteKey } from "../../model/tenant/tenant-keys.ts";
import { type Reason, ReasonCode } from "../../model/reason.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

const MINUTE_MS = 60_000;
/** A process takes this part of what is left of a minute at once, so that few of its runs cost a write. */
const PORTION = 10;

export interface RunAllowanceOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  readonly settings: TenantBook;
  readonly clock: Clock;
}

/** Why a tenant may have no more runs now. */
export type NotAllowed = Extract<
  Reason,
  { readonly code: typeof ReasonCode.TenantDisabled | typeof ReasonCode.QuotaUsedUp }
>;

const DISABLED: NotAllowed = { code: ReasonCode.TenantDisabled };

/**
 * Whether a tenant may have one more run: it is enabled, and has not had as many in this minute as it may. Processes count together, in
 * the state store: each takes a portion of what is left, so that never more are created, and a few less where several processes
 * create them.
 */
export class RunAllowance {
  readonly #options: RunAllowanceOptions;
  #minute = -1;
  /** Runs that this process may still create in that minute. */
  #left = 0;
  #isUsedUp = false;
  #taking: Promise<void> | null = null;

  constructor(options: RunAllowanceOptions) {
    this.#options = options;
  }

  /** Takes one; returns why not where there is none. @throws MoJobError `store_unavailable` */
  take(): NotAllowed | null | Promise<NotAllowed | null> {
    const read = this.#options.settings.read();
    return read instanceof Promise ? read.then(() => this.#take()) : this.#take();
  }

  /** One that was taken was not needed. */
  giveBack(): void {
    if (this.#options.settings.quotas.maxRunsPerMinute !== Infinity) this.#left += 1;
  }

  #take(): NotAllowed | null | Promise<NotAllowed | null> {
    const { settings } = this.#options;
    if (settings.known.disabled) return DISABLED;
    const limit = settings.quotas.maxRunsPerMinute;
    if (limit === Infinity || this.#takeOwn()) return null;
    return this.#takeShared(limit);
  }

  /** Whether what this process has of the minute sufficed. */
  #takeOwn(): boolean {
    const minute = this.#minuteNow();
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#left = 0;
      this.#isUsedUp = false;
    }
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  async #takeShared(limit: number): Promise<NotAllowed | null> {
    while (!this.#takeOwn()) {
      if (this.#isUsedUp) return usedUp(limit);
      await (this.#taking ??= this.#takePortion(limit).finally(() => (this.#taking = null)));
    }
    return null;
  }

  async #takePortion(limit: number): Promise<void> {
    const { tenant, state } = this.#options;
    const key = runsInMinuteKey(tenant);
    for (;;) {
      const minute = this.#minuteNow();
      const entry = await state.get(key);
      const [at, count] = (entry?.value ?? [minute, 0]) as readonly [number, number];
      const taken = at === minute ? count : 0;
      const portion = Math.min(limit - taken, Math.max(1, Math.floor((limit - taken) / PORTION)));
      if (minute !== this.#minute) return;
      if (portion <= 0) {
        this.#isUsedUp = true;
        return;
      }
      const value = [minute, taken + portion];
      const expected = entry?.version ?? null;
      if ((await state.compareAndSet(key, expected, value, { ttlMs: 2 * MINUTE_MS })) === null) continue;
      if (minute === this.#minute) this.#left += portion;
      return;
    }
  }

  #minuteNow(): number {
    return Math.floor(this.#options.clock.now().getTime() / MINUTE_MS);
  }
}

/** @throws MoJobError `tenant_disabled` or `quota_exceeded`, as the reason says */
export function refuseRun(tenant: string, jobKey: string, reason: NotAllowed): never {
  assertEnabled(tenant, { disabled: reason.code === ReasonCode.TenantDisabled });
  const limit = reason.code === ReasonCode.QuotaUsedUp ? reason.parameters.limit : 0;
  throw new MoJobError(
    MoJobErrorCode.QuotaExceeded,
    `Cannot run job "${jobKey}": tenant "${tenant}" has had ${limit} runs in this minute, which is its quota "maxRunsPerMinute"; try again in a minute, or raise the quota`,
  );
}

function usedUp(limit: number): NotAllowed {
  return { code: ReasonCode.QuotaUsedUp, parameters: { quota: "maxRunsPerMinute", limit } };
}
