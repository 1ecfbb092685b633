import type { Engine, SampleSource, SampleSourcePage, SampleSourceQuery } from "@mojob/core/engine";
import { jsonOf, type JsonObject } from "@mojob/core/ports";
import { BlockStore } from "./block-store.ts";
import { toSamplePoint } from "./kept-point.ts";
import { type KeptSamples, tiersOf } from "./sample-options.ts";
import { MOST_DAYS, resolveSampleRequest } from "./sample-request.ts";
import { SeriesStore } from "./series-store.ts";

const DAY_MS = 86_400_000;
/** Points of one record: a line of a file stays short. */
const POINTS_AT_ONCE = 500;

/** What workers used, as exports take it along: each record has some points of one worker. */
export function exportedSamples(
  { tenant, store, clock }: Pick<Engine, "tenant" | "store" | "clock">,
  kept: KeptSamples,
): SampleSource {
  const series = new SeriesStore(tenant, store);
  const blocks = new BlockStore(tenant, store);
  const read = async ({ from, to, apps, after, limit }: SampleSourceQuery): Promise<SampleSourcePage> => {
    const earliest = new Date(to.getTime() - MOST_DAYS * DAY_MS);
    const range = { from: from < earliest ? earliest : from, to };
    const request = resolveSampleRequest(range, clock.now(), tiersOf(kept), "export samples");
    const [lastId = "", lastRecord = "0"] = after === null ? [] : splitAfter(after);
    const all = (await series.all()).filter(({ app }) => apps === null || apps.includes(app));
    const records: JsonObject[] = [];
    for (const one of all.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (one.id < lastId) continue;
      const stretch = { fromMs: request.from.getTime(), beforeMs: to.getTime() };
      // One after the other: each is of some hundred kilobytes.
      // oxlint-disable-next-line no-await-in-loop
      const points = await blocks.readAll(one.id, request.tiers, stretch);
      const count = Math.ceil(points.length / POINTS_AT_ONCE);
      for (let index = one.id === lastId ? Number(lastRecord) + 1 : 0; index < count; index += 1) {
        const { worker, app, name, place } = one;
        const some = points.slice(index * POINTS_AT_ONCE, (index + 1) * POINTS_AT_ONCE);
        const shown = { worker, app, name, place, step: request.step, points: some.map(toSamplePoint) };
        records.push(jsonOf(shown) as JsonObject);
        if (records.length === limit) return { records, next: `${index} ${one.id}` };
      }
    }
    return { records, next: null };
  };
  return { name: "workers", read };
}

/** The worker and the record that a page ended with. */
function splitAfter(after: string): readonly [id: string, record: string] {
  const space = after.indexOf(" ");
  return [after.slice(space + 1), after.slice(0, space)];
}
