import type { Clock, Timer } from "../../base/clock.ts";
import { createId } from "../../base/ids.ts";
import type { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import { tenantSlotsKey } from "../../model/tenant/tenant-keys.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { type SlotRow, rowsOf, shareOf, writtenRows } from "./slot-rows.ts";

/** How often a process looks at the places of the others, while it wants more than it has or others do. */
const LOOK_MS = 250;
/** How often it looks otherwise, while it executes runs of the tenant. */
const QUIET_LOOK_MS = 1000;
/** A process that executes runs writes at least so often that it is there. */
const SEEN_EVERY_MS = 2500;

export interface TenantSlotsOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  readonly settings: TenantSettingsCache;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** An executor whose runs take places. */
export interface PlaceUser {
  /** How many places it takes now. */
  readonly used: () => number;
  /** Called when there may be more places. */
  readonly changed: () => void;
}

/**
 * The runs that a tenant may execute at once, of all its apps. Its processes share them in the state store: each takes what is free, and
 * where several want more than there is, each has its share. What a process has taken is no other's, so that never more are executed,
 * save for a process that was silent for ten seconds and executes them still. Without the quota nothing of this is done.
 */
export class TenantSlots {
  readonly #options: TenantSlotsOptions;
  readonly #id: string;
  readonly #users = new Set<PlaceUser>();
  #held = 0;
  /** More than these are for others that want them. */
  #target = Infinity;
  #isWanted = false;
  #isPressed = false;
  #seenMs = 0;
  #lookedAtMs = -Infinity;
  #isClosing = false;
  #timer: Timer | null = null;
  #looking: Promise<void> | null = null;

  constructor(options: TenantSlotsOptions) {
    this.#options = options;
    this.#id = createId(options.clock.now());
    options.settings.onChange(() => this.#changed());
  }

  /** Whether the tenant begins nothing. */
  get isClosed(): boolean {
    return this.#options.settings.known.disabled;
  }

  /** Counts the runs of an executor until the returned function is called. */
  enter(user: PlaceUser): () => void {
    this.#users.add(user);
    return () => void this.#users.delete(user);
  }

  /** How many more runs may begin in this process. */
  free(): number {
    if (this.isClosed) return 0;
    if (this.#limit === Infinity) return Infinity;
    const free = Math.min(this.#held, this.#target) - this.#used;
    if (free > 0) return free;
    if (!this.#isWanted) {
      this.#isWanted = true;
      this.#lookIn(Math.max(0, this.#lookedAtMs + LOOK_MS - this.#options.clock.monotonicMs()));
    }
    return 0;
  }

  /** Gives back what it has: call it once nothing of the tenant runs in this process any more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#timer?.cancel();
    await this.#looking;
    this.#isWanted = false;
    if (this.#held > 0 || this.#isPressed) await this.#look();
  }

  get #limit(): number {
    return this.#options.settings.quotas.maxConcurrentRuns;
  }

  get #used(): number {
    let used = 0;
    for (const user of this.#users) used += user.used();
    return used;
  }

  #changed(): void {
    for (const { changed } of this.#users) changed();
  }

  #lookIn(ms: number): void {
    if (this.#looking !== null || this.#isClosing) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.setTimer(
      () => {
        this.#timer = null;
        this.#looking = this.#look()
          .catch(this.#options.onError)
          .finally(() => {
            this.#looking = null;
            const isSoon = this.#isWanted || this.#isPressed;
            if (isSoon || this.#held > 0) this.#lookIn(isSoon ? LOOK_MS : QUIET_LOOK_MS);
          });
      },
      ms,
      { background: true },
    );
  }

  /** Takes what is free, up to what this process may have, and gives back what it does not need or others want. */
  async #look(): Promise<void> {
    const { tenant, state, clock } = this.#options;
    const key = tenantSlotsKey(tenant);
    this.#lookedAtMs = clock.monotonicMs();
    // A place that is wanted during the look leads to another look.
    const wanted = this.#isWanted;
    this.#isWanted = false;
    for (;;) {
      const entry = await state.get(key);
      const nowMs = clock.now().getTime();
      const others = rowsOf(entry?.value, nowMs).filter(({ id }) => id !== this.#id);
      const next = this.#decide(others, wanted, nowMs);
      const isSame = next.held === this.#held && next.wants === this.#isPressed;
      const isSeen = nowMs - this.#seenMs < SEEN_EVERY_MS;
      if (!isSame || (!isSeen && next.held > 0)) {
        const rows = next.held === 0 && !next.wants ? others : [...others, next];
        if ((await state.compareAndSet(key, entry?.version ?? null, writtenRows(rows))) === null) continue;
        this.#seenMs = nowMs;
      }
      const had = this.#held;
      this.#held = next.held;
      this.#isPressed = next.wants;
      if (next.held > had || next.wants) this.#changed();
      return;
    }
  }

  #decide(others: readonly SlotRow[], wanted: boolean, nowMs: number): SlotRow {
    const limit = this.#limit;
    const used = this.#used;
    const row = { id: this.#id, seenMs: nowMs };
    if (limit === Infinity || (!wanted && used === 0)) return { ...row, held: 0, wants: false };
    const isContested = others.some(({ wants }) => wants);
    const ids = [...others.map(({ id }) => id), this.#id];
    this.#target = isContested ? shareOf(this.#id, ids, limit, nowMs) : limit;
    const free = limit - others.reduce((sum, { held }) => sum + held, 0);
    const held = Math.max(used, Math.min(this.#target, free), 0);
    return { ...row, held, wants: wanted && Math.min(held, this.#target) <= used && held < limit };
  }
}
