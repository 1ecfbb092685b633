import { MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { invalidInput, issueAt, LoopTurns, type TimeWindow, type WindowEffect } from "@mojob/core/engine";
import {
  compileWindow,
  type PerRequester,
  readScheduleFacts,
  type Requester,
  type ServiceParts,
  type WindowQuery,
  type WindowService,
  windowIsFor,
} from "@mojob/core/feature";
import { createId, type IMoRecordStore } from "@mojob/core/ports";
import { effectOf } from "./window-effect.ts";
import { WINDOW_RECORDS, type WindowField } from "./window-records.ts";
import { parseWindowChange, parseWindowRequest, type WindowRequest } from "./window-request.ts";

/** How many windows of a tenant are not over at most. */
export const MOST_WINDOWS = 200;
/** Those of them that come again: each plan goes through openings that follow each other. */
const MOST_REPEATED = 20;
/** A window that is over is kept for so long: after an outage its fires are still those that it left out. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** How long an end is ahead when it is written. */
const AHEAD_MS = 1000;
/** Openings of a new window that are looked at: a day of one that opens each quarter of an hour. */
const OPENINGS_LOOKED_AT = 100;
/** Windows that are kept, whatever is over. */
const MOST_KEPT = 1000;
/** Processes that make windows at the same instant can pass the bounds by a few. */
export const MOST_READ: number = 2 * MOST_KEPT;

export type WindowsOptions = Pick<ServiceParts, "tenant" | "store" | "state" | "cache" | "rules" | "clock">;

/** Keeps the windows of a tenant, and says who makes and ends which. */
export class Windows implements PerRequester<WindowService> {
  readonly #options: WindowsOptions;
  readonly #records: IMoRecordStore<TimeWindow, WindowField>;

  constructor(options: WindowsOptions) {
    this.#options = options;
    this.#records = options.store.records(WINDOW_RECORDS);
  }

  async list(requester: Requester, { app, after }: WindowQuery = {}): Promise<readonly TimeWindow[]> {
    const from = after ?? this.#options.clock.now();
    return (await this.#all())
      .filter(
        (window) =>
          !isOver(window, from) && sees(requester, window) && (app === undefined || touches(window, app)),
      )
      .sort((a, b) => a.from.getTime() - b.from.getTime());
  }

  async get(requester: Requester, id: string): Promise<TimeWindow> {
    const [window = null] = await this.#records.get(this.#options.tenant, [id]);
    if (window !== null && sees(requester, window)) return window;
    throw new MoJobError(MoJobErrorCode.WindowNotFound, `Cannot find window "${id.slice(0, 64)}"`);
  }

  async preview(requester: Requester, input: unknown): Promise<WindowEffect> {
    const doing = "preview a window";
    const { tenant, cache, clock } = this.#options;
    const window = this.#made(requester, parseWindowRequest(input, clock.now(), doing));
    assertCloses(window, doing);
    const jobs = (await cache.getAll()).filter(
      (job) => requester.apps.has(job.app) && windowIsFor(window, job),
    );
    const facts = await readScheduleFacts(jobs, this.#options);
    return effectOf(window, jobs, facts, LoopTurns.of(clock, tenant));
  }

  async create(requester: Requester, input: unknown): Promise<TimeWindow> {
    const doing = "make a window";
    const { clock } = this.#options;
    const window = this.#made(requester, parseWindowRequest(input, clock.now(), doing));
    assertCloses(window, doing);
    assertMay(requester, window, doing);
    const now = clock.now();
    const kept = await this.#forgetOld(now);
    const standing = kept.filter((one) => !isOver(one, now));
    if (standing.length >= MOST_WINDOWS)
      throw invalidInput(doing, [issueAt("", "windows_full", { max: MOST_WINDOWS })]);
    if (window.repeats !== null && standing.filter(({ repeats }) => repeats !== null).length >= MOST_REPEATED)
      throw invalidInput(doing, [issueAt("/repeats", "windows_full", { max: MOST_REPEATED })]);
    return this.#write(window, doing);
  }

  async change(
    requester: Requester,
    id: string,
    input: unknown,
    revisions: readonly number[] | null,
  ): Promise<TimeWindow> {
    const doing = `change window "${id.slice(0, 64)}"`;
    const window = await this.#changeable(requester, id, revisions, doing);
    const now = this.#options.clock.now();
    const change = parseWindowChange(input, window, now, doing);
    const changed = { ...window, ...change };
    assertMay(requester, changed, doing);
    return this.#writeAhead({ ...changed, changedAt: now, revision: window.revision + 1 }, doing);
  }

  async end(requester: Requester, id: string, revisions: readonly number[] | null): Promise<TimeWindow> {
    const doing = `end window "${id.slice(0, 64)}"`;
    const window = await this.#changeable(requester, id, revisions, doing);
    const { tenant, clock, rules } = this.#options;
    const now = clock.now();
    if (window.from <= now)
      return this.#writeAhead(
        { ...window, until: now, changedAt: now, revision: window.revision + 1 },
        doing,
      );
    const { revision } = window;
    if ((await this.#records.remove(tenant, { id: window.id, revision })) === 0) throw stale(doing);
    await rules.announce();
    return window;
  }

  /** Has every control plane know of an end before it comes: a fire that begins at it would be behind what was planned otherwise. */
  async #writeAhead(window: TimeWindow, doing: string): Promise<TimeWindow> {
    const { clock } = this.#options;
    let next = window;
    for (;;) {
      const soonest = new Date(clock.now().getTime() + AHEAD_MS);
      if (next.until !== null && next.until < soonest) next = { ...next, until: soonest };
      // Each end is known before the next one is tried.
      // oxlint-disable-next-line no-await-in-loop
      const written = await this.#write(next, doing);
      if (written.until === null || clock.now() < written.until) return written;
      next = { ...written, revision: written.revision + 1 };
    }
  }

  async #changeable(
    requester: Requester,
    id: string,
    revisions: readonly number[] | null,
    doing: string,
  ): Promise<TimeWindow> {
    const window = await this.get(requester, id);
    assertMay(requester, window, doing);
    if (revisions !== null && !revisions.includes(window.revision)) throw stale(doing);
    if (!isOver(window, this.#options.clock.now())) return window;
    throw new MoJobError(MoJobErrorCode.WindowOver, `Cannot ${doing}: it is over`);
  }

  #made(requester: Requester, request: WindowRequest): TimeWindow {
    const { tenant, clock } = this.#options;
    const now = clock.now();
    const kept = { id: createId(now), tenant, by: requester.by, createdAt: now, changedAt: now, revision: 1 };
    return { ...request, from: request.from ?? now, ...kept };
  }

  async #write(window: TimeWindow, doing: string): Promise<TimeWindow> {
    const [isWritten] = await this.#records.put([window]);
    if (isWritten !== true) throw stale(doing);
    await this.#options.rules.announce();
    return window;
  }

  #all(): Promise<readonly TimeWindow[]> {
    const { tenant } = this.#options;
    return this.#records.find({ tenant, where: {}, order: ["id"], limit: MOST_READ });
  }

  /** Removes what was over long ago; resolves to what is kept. */
  async #forgetOld(now: Date): Promise<readonly TimeWindow[]> {
    const all = await this.#all();
    const before = new Date(now.getTime() - KEPT_MS);
    const over = all.filter((window) => isOver(window, now)).sort((a, b) => endOf(b) - endOf(a));
    const old = new Set(
      over.filter((window, index) => isOver(window, before) || index >= MOST_KEPT - MOST_WINDOWS),
    );
    for (const { id, revision } of old)
      // oxlint-disable-next-line no-await-in-loop
      await this.#records.remove(this.#options.tenant, { id, revision });
    return all.filter((window) => !old.has(window));
  }
}

function endOf({ until }: TimeWindow): number {
  return until?.getTime() ?? Infinity;
}

/** Whether it will never be open again. */
export function isOver(window: TimeWindow, now: Date): boolean {
  return endOf(window) <= now.getTime();
}

/**
 * Refuses a window that opens again before it has closed: plans would go through its openings one by one.
 * @throws MoJobError `invalid_argument`, `invalid_cron`
 */
function assertCloses(window: TimeWindow, doing: string): void {
  const { repeats, from } = window;
  const compiled = compileWindow({ ...window, until: null });
  if (repeats === null) return;
  let opening = compiled.after(from);
  for (let looked = 0; opening !== null && looked < OPENINGS_LOOKED_AT; looked += 1) {
    const next = compiled.after(opening.from);
    const gapMs = next === null ? Infinity : next.from.getTime() - opening.from.getTime();
    if (gapMs <= repeats.durationMs)
      throw invalidInput(doing, [issueAt("/repeats/durationMs", "too_large", { max: gapMs - 1 })]);
    opening = next;
  }
}

function touches({ apps }: TimeWindow, app: string): boolean {
  return apps === null || apps.includes(app);
}

/** A window for everything is seen by everybody: it is why their jobs do not fire. */
function sees({ apps }: Requester, window: TimeWindow): boolean {
  return window.apps === null || window.apps.some((app) => apps.has(app));
}

/** Who pauses jobs in some apps only names these, and silences where it handles alarms. */
function assertMay(requester: Requester, window: TimeWindow, doing: string): void {
  assertIn(requester, window, Permission.PauseJobs, doing);
  if (window.silences) assertIn(requester, window, Permission.HandleAlarms, doing);
}

function assertIn(requester: Requester, { apps }: TimeWindow, permission: Permission, doing: string): void {
  const may = requester.appsWith(permission).and(requester.apps);
  if (apps === null ? may.isAll : apps.every((app) => may.has(app))) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing} as "${requester.by ?? "code"}": the permission "${permission}" is needed in each of its apps, or in all where it names none`,
  );
}

function stale(doing: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot ${doing}: it was changed meanwhile; read it again before you change it`,
  );
}
