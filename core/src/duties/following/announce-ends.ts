import { isTerminal } from "../../model/instance/job-state.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { runsEndedTopic } from "../../model/name/channel.ts";
import type { IMoEventBus } from "../../ports/event-bus.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { Clock } from "../../base/clock.ts";
import { type RunEnd, runsEndedEvent } from "./runs-ended-event.ts";

export interface AnnounceEndsOptions {
  readonly tenant: string;
  readonly bus: IMoEventBus;
  readonly clock: Clock;
  /** Called with why an announcement failed; the ends stand. */
  readonly onError: (error: unknown) => void;
}

/**
 * The same store, which also publishes what its writes end: a run ends by a write and by nothing else, so this is the one
 * place that announces it. Publishing delays no write and fails none.
 */
export function announceEnds(
  store: IMoJobScheduleMetadataStore,
  options: AnnounceEndsOptions,
): IMoJobScheduleMetadataStore {
  const { durable, commitsTogether, definitions, queries, statistics, retention } = store;
  const { logs, files, scripts, history, incidents, tasks, rollups, executors, workerNames } = store;
  return {
    durable,
    ...(commitsTogether !== undefined && { commitsTogether }),
    definitions,
    instances: announcing(store.instances, options),
    queries,
    statistics,
    retention,
    logs,
    files,
    scripts,
    history,
    incidents,
    tasks,
    rollups,
    executors,
    workerNames,
    records: (definition) => store.records(definition),
    watch: (filter, listener) => store.watch(filter, listener),
    ping: () => store.ping(),
    ...(store.identify !== undefined && { identify: store.identify.bind(store) }),
    ...(store.repair !== undefined && { repair: store.repair.bind(store) }),
    close: () => store.close(),
  };
}

/** Publishes which runs the store has ended. */
interface Announcer {
  /** @param isWritten whether the change at an index was written */
  written(changes: readonly InstanceChange[], isWritten: (index: number) => boolean): void;
  /** @param isRecorded whether the run at an index is new */
  recorded(instances: readonly JobInstance[], isRecorded: (index: number) => boolean): void;
}

function announcerOf({ tenant, bus, clock, onError }: AnnounceEndsOptions): Announcer {
  const announce = (ends: readonly RunEnd[]): void => {
    if (ends.length === 0) return;
    // The store's feed has them for who comes later.
    const options = { isTransient: true };
    bus.publish(runsEndedTopic(tenant), [runsEndedEvent(ends, clock.now())], options).catch(onError);
  };
  return {
    written(changes, isWritten) {
      const ends: RunEnd[] = [];
      changes.forEach(({ id, set: { state } }, index) => {
        if (state !== undefined && isTerminal(state) && isWritten(index)) ends.push({ id, state });
      });
      announce(ends);
    },
    recorded(instances, isRecorded) {
      const ends: RunEnd[] = [];
      // As a rule none of them, and this is called for every run.
      instances.forEach(({ id, state }, index) => {
        if (isTerminal(state) && isRecorded(index)) ends.push({ id, state });
      });
      announce(ends);
    },
  };
}

function announcing(store: IMoInstanceStore, options: AnnounceEndsOptions): IMoInstanceStore {
  const announcer = announcerOf(options);
  const endAndAdmit: IMoInstanceStore["endAndAdmit"] = async (ends) => {
    const answers = (await store.endAndAdmit?.(ends)) ?? [];
    const changes = ends.map(({ change }) => change);
    announcer.written(changes, (index) => answers[index]?.isWritten === true);
    return answers;
  };
  const insertOrWait: IMoInstanceStore["insertOrWait"] = async (arrivals) => {
    const answers = (await store.insertOrWait?.(arrivals)) ?? [];
    const instances = arrivals.map(({ instance }) => instance);
    announcer.recorded(instances, (index) => answers[index]?.outcome !== "taken");
    return answers;
  };
  return {
    async insert(instances) {
      const standing = await store.insert(instances);
      announcer.recorded(instances, (index) => standing[index] === null);
      return standing;
    },
    ...(store.insertOrWait !== undefined && { insertOrWait }),
    admit: (admissions) => store.admit(admissions),
    async update(changes) {
      const written = await store.update(changes);
      announcer.written(changes, (index) => written[index] === true);
      return written;
    },
    ...(store.endAndAdmit !== undefined && { endAndAdmit }),
    get: (of, ids) => store.get(of, ids),
    getByUniqueKey: (of, keys) => store.getByUniqueKey(of, keys),
    firstWaiting: (lanes) => store.firstWaiting(lanes),
    findOpen: (query, page) => store.findOpen(query, page),
    endedAfter: (...page) => store.endedAfter(...page),
  };
}
