import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  fingerprint,
  type HeartbeatList,
  type HeartbeatView,
  type PingState,
  toBase64,
} from "@mojob/core/engine";
import {
  type Requester,
  type Heartbeat,
  type HeartbeatRequest,
  heartbeatRequestsSchema,
  parseInput,
  pingKey,
} from "@mojob/core/feature";
import { type Clock, randomBytes } from "@mojob/core/ports";
import { type AlarmList, heartbeatList, type KeptList } from "../background/alarm-lists.ts";
import { HeartbeatStates } from "../background/heartbeat-states.ts";
import { alarmSchedule } from "../background/alarm-schedule.ts";
import { dueAfter } from "../background/heartbeat-findings.ts";

const TOKEN_BYTES = 18;

export interface HeartbeatsOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/** Keeps what runs elsewhere and is to report, and takes its reports. */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #list: AlarmList<Heartbeat>;
  readonly #actLog: HeartbeatStates;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#list = heartbeatList(options);
    this.#actLog = new HeartbeatStates(options);
  }

  async list(requester: Requester): Promise<HeartbeatList> {
    return this.#shown(requester, await this.#list.read());
  }

  /** One that stays keeps its address. */
  async replace(requester: Requester, request: unknown, revision: number): Promise<HeartbeatList> {
    const parsed = parseHeartbeats(request, "change the heartbeats");
    const now = this.#options.clock.now();
    const before = await this.#list.read();
    const known = new Map(before.items.map((one) => [one.id, one]));
    const items = parsed.map((one): Heartbeat => {
      const { token, createdAt } = known.get(one.id) ?? { token: newToken(), createdAt: now.toISOString() };
      return { ...one, token, createdAt };
    });
    const list = await this.#list.replace(items, revision, requester.by, now);
    const left = new Set(items.map(({ id }) => id));
    const gone = before.items.filter(({ id }) => !left.has(id));
    const { state, tenant } = this.#options;
    await Promise.all(gone.map(({ id }) => state.delete(pingKey(tenant, id))));
    return this.#shown(requester, list);
  }

  /** @throws MoJobError `heartbeat_not_found` */
  async ping(token: string, state: PingState): Promise<void> {
    const { items } = await this.#list.read();
    // Compared as digests, so that how long it takes says nothing about the tokens.
    const given = await fingerprint(token);
    const digests = await Promise.all(items.map((one) => fingerprint(one.token)));
    const found = items[digests.indexOf(given)];
    if (found === undefined)
      throw new MoJobError(
        MoJobErrorCode.HeartbeatNotFound,
        "Cannot take this report: no heartbeat has this address",
      );
    await this.#actLog.note(found.id, state, this.#options.clock.now());
  }

  async #shown({ apps }: Requester, { items, ...list }: KeptList<Heartbeat>): Promise<HeartbeatList> {
    const pings = await this.#actLog.read();
    const heartbeats = items
      .filter(({ app }) => apps.has(app))
      .map((heartbeat): HeartbeatView => {
        const latest = pings.get(heartbeat.id) ?? null;
        const from = latest?.succeededAt ?? new Date(heartbeat.createdAt);
        return { heartbeat, latest, due: dueAfter(heartbeat, from) };
      });
    return { ...list, heartbeats };
  }
}

/** Heartbeats as a request has them. @throws MoJobError `invalid_argument`, `invalid_cron` */
export function parseHeartbeats(request: unknown, doing: string): readonly HeartbeatRequest[] {
  const parsed = parseInput(heartbeatRequestsSchema, request, doing);
  for (const { cron, timeZone } of parsed) if (cron !== null) alarmSchedule(cron, timeZone);
  return parsed;
}

function newToken(): string {
  return toBase64(randomBytes(TOKEN_BYTES)).replaceAll("+", "-").replaceAll("/", "_");
}
