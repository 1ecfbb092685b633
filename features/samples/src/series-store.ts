import {
  createId,
  type ExecutorRecord,
  type IMoJobScheduleMetadataStore,
  type IMoRecordStore,
} from "@mojob/core/ports";
import { type KeptSeries, SERIES_RECORDS, type SeriesField } from "./sample-records.ts";

/** Processes that make some at the same instant can pass the bound by a few. */
const MOST_READ = 10_000;

/** Whose samples are kept: for each worker one, which the worker that is started in its place goes on with. */
export class SeriesStore {
  readonly #tenant: string;
  readonly #records: IMoRecordStore<KeptSeries, SeriesField>;

  constructor(tenant: string, store: Pick<IMoJobScheduleMetadataStore, "records">) {
    this.#tenant = tenant;
    this.#records = store.records(SERIES_RECORDS);
  }

  all(): Promise<readonly KeptSeries[]> {
    return this.#records.find({ tenant: this.#tenant, order: ["id"], limit: MOST_READ });
  }

  async ofWorker(worker: string): Promise<KeptSeries | null> {
    const found = await this.#records.find({
      tenant: this.#tenant,
      where: { worker },
      order: ["id"],
      limit: 1,
    });
    return found[0] ?? null;
  }

  /** Writes one over its revision before; resolves to whether nobody else did. */
  async put(series: KeptSeries): Promise<boolean> {
    return (await this.#records.put([series]))[0] ?? false;
  }

  async remove(id: string): Promise<void> {
    await this.#records.remove(this.#tenant, { id });
  }

  /** The series of a worker: its own, else one of its name whose worker is there no more, else a new one. */
  seriesFor(
    executor: ExecutorRecord,
    all: readonly KeptSeries[],
    present: ReadonlySet<string>,
    now: Date,
  ): KeptSeries {
    const { id: worker, app } = executor;
    const name = lastingName(executor);
    const ofName = all.filter((one) => one.app === app && one.name === name);
    const left = ofName.filter((one) => !present.has(one.worker)).toSorted((a, b) => a.place - b.place);
    const own = all.find((one) => one.worker === worker) ?? left[0];
    if (own !== undefined) return { ...own, worker, seenAt: now, revision: own.revision + 1 };
    const taken = new Set(ofName.map(({ place }) => place));
    let place = 1;
    while (taken.has(place)) place += 1;
    return { tenant: this.#tenant, id: createId(now), app, name, place, worker, seenAt: now, revision: 1 };
  }
}

/** A name that stays the same when it is started again. */
export function lastingName({ id, name, address, host }: ExecutorRecord): string {
  return name ?? address ?? host ?? id;
}
