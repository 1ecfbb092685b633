import { type IMoStateStore, type JsonValue, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { AlarmRoute, AlarmRule, Silence } from "@mojob/core/engine";
import {
  alarmRoutesKey,
  alarmRoutesSchema,
  alarmRulesKey,
  alarmRulesSchema,
  type Heartbeat,
  heartbeatsKey,
  heartbeatsSchema,
  parseInput,
  silencesKey,
  silencesSchema,
} from "@mojob/core/feature";
import { jsonOf } from "@mojob/core/ports";
import * as v from "valibot";

export interface AlarmListOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
}

/** A list as it is kept. */
export interface KeptList<Item> {
  readonly items: readonly Item[];
  /** 0 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

const StoredSchema = v.object({ items: v.array(v.unknown()), by: v.nullable(v.string()), at: v.string() });

/** The alarm rules of a tenant beside the built-in ones. */
export function alarmRuleList(options: AlarmListOptions): AlarmList<AlarmRule> {
  return new AlarmList(options, alarmRulesKey(options.tenant), alarmRulesSchema, "alarm rules");
}

/** Which jobs are notified of which incidents. */
export function alarmRouteList(options: AlarmListOptions): AlarmList<AlarmRoute> {
  return new AlarmList(options, alarmRoutesKey(options.tenant), alarmRoutesSchema, "alarm routes");
}

/** The silences, during which nobody is notified of some incidents. */
export function silenceList(options: AlarmListOptions): AlarmList<Silence> {
  return new AlarmList(options, silencesKey(options.tenant), silencesSchema, "silences");
}

/** The list of programs that run elsewhere and are to report. */
export function heartbeatList(options: AlarmListOptions): AlarmList<Heartbeat> {
  return new AlarmList(options, heartbeatsKey(options.tenant), heartbeatsSchema, "heartbeats");
}

/** Keeps a short list of settings in the state store. */
export class AlarmList<Item> {
  readonly #state: AlarmListOptions["state"];
  readonly #key: string;
  readonly #schema: v.GenericSchema<unknown, readonly Item[]>;
  /** As messages call it. */
  readonly #name: string;

  constructor(
    { state }: AlarmListOptions,
    key: string,
    schema: v.GenericSchema<unknown, readonly Item[]>,
    name: string,
  ) {
    this.#state = state;
    this.#key = key;
    this.#schema = schema;
    this.#name = name;
  }

  /** Reads the list, without items of another version that this one cannot read. */
  async read(): Promise<KeptList<Item>> {
    const entry = await this.#state.get(this.#key);
    if (entry === null) return { items: [], revision: 0, updatedBy: null, updatedAt: null };
    const { items: stored, by, at } = v.parse(StoredSchema, entry.value);
    const items = stored.flatMap((item) => {
      const read = v.safeParse(this.#schema, [item]);
      return read.success ? read.output : [];
    });
    return { items, revision: entry.version, updatedBy: by, updatedAt: new Date(at) };
  }

  /** @throws MoJobError `invalid_argument` */
  parse(items: unknown, doing: string): readonly Item[] {
    return parseInput(this.#schema, items, doing);
  }

  /**
   * Replaces all of it.
   * @throws MoJobError `invalid_argument`; `stale_revision` where it is no longer at this revision
   */
  async replace(items: unknown, revision: number, by: string | null, at: Date): Promise<KeptList<Item>> {
    const parsed = this.parse(items, `change the ${this.#name}`);
    const value: JsonValue = { items: jsonOf(parsed), by, at: at.toISOString() };
    const entry = await this.#state.compareAndSet(this.#key, revision === 0 ? null : revision, value);
    if (entry !== null) return { items: parsed, revision: entry.version, updatedBy: by, updatedAt: at };
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot change the ${this.#name}: they are no longer at revision ${revision}; read them again`,
    );
  }
}
