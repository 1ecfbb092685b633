import type { SampleQuery, SampleSeries, SamplesOfQuery } from "@mojob/core/engine";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  AppSet,
  type PerRequester,
  type Requester,
  type SampleService,
  type ServiceParts,
} from "@mojob/core/feature";
import { type Page, type PageRequest } from "@mojob/core/ports";
import { BlockStore } from "./block-store.ts";
import { toSamplePoint } from "./kept-point.ts";
import { type KeptSamples, type SampleTier, tiersOf } from "./sample-options.ts";
import type { KeptSeries } from "./sample-records.ts";
import { resolveSampleRequest, type SampleRequest } from "./sample-request.ts";
import { lastingName, SeriesStore } from "./series-store.ts";

const PAGE: PageRequest = { limit: 20 };
const MOST_AT_ONCE = 100;

export interface SamplesOptions extends Pick<ServiceParts, "tenant" | "store" | "clock" | "workers"> {
  readonly kept: KeptSamples;
}

/** Shows the samples that `SampleDuty` keeps, to those who see the workers. */
export class Samples implements PerRequester<SampleService> {
  readonly #options: SamplesOptions;
  readonly #series: SeriesStore;
  readonly #blocks: BlockStore;
  readonly #tiers: readonly SampleTier[];

  constructor(options: SamplesOptions) {
    const { tenant, store, kept } = options;
    this.#options = options;
    this.#series = new SeriesStore(tenant, store);
    this.#blocks = new BlockStore(tenant, store);
    this.#tiers = tiersOf(kept);
  }

  async ofWorker(requester: Requester, id: string, query: SampleQuery = {}): Promise<SampleSeries> {
    const request = this.#resolve(query, "show the samples of a worker");
    const series = await this.#series.ofWorker(id);
    if (series !== null && requester.apps.has(series.app)) return this.#read(series, request);
    // One that has just started has none yet.
    const worker = (await this.#options.workers(AppSet.ALL)).find((one) => one.id === id);
    if (worker === undefined || !requester.apps.has(worker.app))
      throw new MoJobError(
        MoJobErrorCode.WorkerNotFound,
        `Cannot find worker "${id.slice(0, 200)}": no worker of this id is online or has samples`,
      );
    const { from, to, step } = request;
    return { worker: id, app: worker.app, name: lastingName(worker), place: 1, step, from, to, points: [] };
  }

  async samplesOf(
    requester: Requester,
    { app, workers, ...query }: SamplesOfQuery,
    { limit, cursor }: PageRequest = PAGE,
  ): Promise<Page<SampleSeries>> {
    const request = this.#resolve(query, "list samples");
    const wanted = (await this.#series.all())
      .filter(
        (one) =>
          requester.apps.has(one.app) &&
          (app === undefined || one.app === app) &&
          (workers === undefined || workers.includes(one.worker) || workers.includes(one.name)) &&
          (cursor === undefined || one.id > cursor),
      )
      .slice(0, Math.min(limit, MOST_AT_ONCE) + 1);
    const shown = wanted.slice(0, Math.min(limit, MOST_AT_ONCE));
    const items: SampleSeries[] = [];
    // One after the other: each is of some hundred kilobytes.
    // oxlint-disable-next-line no-await-in-loop
    for (const series of shown) items.push(await this.#read(series, request));
    return { items, nextCursor: wanted.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
  }

  #resolve(query: SampleQuery, doing: string): SampleRequest {
    return resolveSampleRequest(query, this.#options.clock.now(), this.#tiers, doing);
  }

  async #read(
    { id, worker, app, name, place }: KeptSeries,
    { from, to, tiers, step }: SampleRequest,
  ): Promise<SampleSeries> {
    const stretch = { fromMs: from.getTime(), beforeMs: to.getTime() };
    const points = await this.#blocks.readAll(id, tiers, stretch);
    return { worker, app, name, place, step, from, to, points: points.map(toSamplePoint) };
  }
}
