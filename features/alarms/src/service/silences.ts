import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { invalidInput, issueAt, type Silence } from "@mojob/core/engine";
import { type Requester, parseInput, type SilenceRequest, silenceRequestSchema } from "@mojob/core/feature";
import { type Clock, createId } from "@mojob/core/ports";
import { type AlarmList, silenceList } from "../background/alarm-lists.ts";
import { alarmSchedule } from "../background/alarm-schedule.ts";
import { isOver } from "../background/silences.ts";

const TRIES = 5;
const A_DAY_MS = 24 * 3_600_000;
const LONGEST_MS = 30 * A_DAY_MS;
/** One that is over is shown for so long. */
const SHOWN_MS = A_DAY_MS;

export interface SilencesOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/** Keeps of what nobody is notified for a time. */
export class Silences {
  readonly #options: SilencesOptions;
  readonly #list: AlarmList<Silence>;

  constructor(options: SilencesOptions) {
    this.#options = options;
    this.#list = silenceList(options);
  }

  /** The silences of apps that the caller sees, and those of everything. */
  async list({ apps }: Requester): Promise<readonly Silence[]> {
    const { items } = await this.#list.read();
    return items.filter((silence) => silence.apps === null || silence.apps.some((app) => apps.has(app)));
  }

  async create(requester: Requester, request: unknown): Promise<Silence> {
    const doing = "silence alarms";
    const now = this.#options.clock.now();
    const { from, until, ...given } = parseSilence(request, now, doing);
    assertMay(requester, given, doing);
    const begins = from ?? now;
    const silence: Silence = {
      id: createId(now),
      ...given,
      from: begins.toISOString(),
      until: until?.toISOString() ?? null,
      by: requester.by,
    };
    await this.#change(requester, (items) => [silence, ...items]);
    return silence;
  }

  /** Ends a silence; incidents that are still open are reported then. */
  async end(requester: Requester, id: string): Promise<Silence> {
    const now = this.#options.clock.now();
    let ended: Silence | undefined;
    await this.#change(requester, (items) => {
      const silence = items.find((one) => one.id === id);
      if (silence === undefined || isOver(silence, now))
        throw new MoJobError(
          MoJobErrorCode.SilenceNotFound,
          `Cannot end silence "${id}": there is none with this id, or it is over`,
        );
      assertMay(requester, silence, `end silence "${id}"`);
      ended = { ...silence, until: now.toISOString() };
      return items.map((one) => (one === silence ? (ended as Silence) : one));
    });
    return ended as Silence;
  }

  /** Others may change it meanwhile: the same is then done to what there is. */
  async #change({ by }: Requester, change: (items: readonly Silence[]) => readonly Silence[]): Promise<void> {
    const now = this.#options.clock.now();
    const isShown = ({ until }: Silence): boolean =>
      until === null || now.getTime() - new Date(until).getTime() < SHOWN_MS;
    for (let tries = 1; ; tries += 1) {
      const { items, revision } = await this.#list.read();
      try {
        await this.#list.replace(change(items).filter(isShown), revision, by, now);
        return;
      } catch (error) {
        const isStale = error instanceof MoJobError && error.code === MoJobErrorCode.StaleRevision;
        if (!isStale || tries >= TRIES) throw error;
      }
    }
  }
}

/** A silence as a request gives it. @throws MoJobError `invalid_argument`, `invalid_cron` */
export function parseSilence(request: unknown, now: Date, doing: string): SilenceRequest {
  const parsed = parseInput(silenceRequestSchema, request, doing);
  const { from, until, window } = parsed;
  assertTimes({ from: from ?? now, until, window }, now, doing);
  return parsed;
}

/** Who handles alarms in some apps only names these. */
function assertMay({ apps }: Requester, silence: Pick<Silence, "apps">, doing: string): void {
  if (apps.isAll || (silence.apps !== null && silence.apps.every((app) => apps.has(app)))) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: the caller handles alarms in some apps only, and it is to name no others in apps`,
  );
}

function assertTimes(
  { from, until, window }: { readonly from: Date } & Pick<SilenceRequest, "until" | "window">,
  now: Date,
  doing: string,
): void {
  if (until !== null && until <= now) throw invalidInput(doing, [issueAt("/until", "in_the_past")]);
  if (window !== null) alarmSchedule(window.cron, window.timeZone);
  else if (until === null) throw invalidInput(doing, [issueAt("/until", "required")]);
  const lastsMs = until === null ? 1 : until.getTime() - from.getTime();
  const isTooLong = window === null && lastsMs > LONGEST_MS;
  if (lastsMs <= 0 || isTooLong)
    throw invalidInput(doing, [issueAt("/until", "silence_rule", { days: LONGEST_MS / A_DAY_MS })]);
}
