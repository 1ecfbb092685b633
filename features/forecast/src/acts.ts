import type { SpreadResult } from "@mojob/core/engine";
import {
  type Acts,
  differences,
  type Doing,
  type ForecastService,
  type PerRequester,
} from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";

/** What is noted of fires that are decided about, and of spreads. */
export const FORECAST_ACTS: Acts<ForecastService, PerRequester<ForecastService>> = {
  async act(_, change) {
    const { runId, app, jobKey, nominalTime, action, to, note } = await change();
    const shown = { at: nominalTime.toISOString(), action, to: to?.toISOString() ?? null };
    return {
      kind: ActKind.ActOnFire,
      app,
      jobKey,
      instanceId: runId,
      note,
      changes: differences({}, shown),
    };
  },
  spread: async (_, change) => spreadActs(await change(), false),
  undoSpread: async (_, change) => spreadActs(await change(), true),
};

/** One for each app, whose readers see what is of it. */
function spreadActs({ spread, left }: SpreadResult, isUndone: boolean): readonly Doing[] {
  const changed = spread.jobs.filter(({ jobKey }) => !left.some((one) => one.jobKey === jobKey));
  return [...Map.groupBy(changed, ({ app }) => app)].map(([app, jobs]) => {
    const before = Object.fromEntries(jobs.map(({ jobKey, jitterMsBefore }) => [jobKey, jitterMsBefore]));
    const after = Object.fromEntries(jobs.map(({ jobKey, jitterMs }) => [jobKey, jitterMs]));
    return {
      kind: ActKind.Spread,
      app,
      subject: { type: SubjectType.Spread, id: spread.id },
      note: spread.note,
      changes: isUndone ? differences(after, before) : differences(before, after),
    };
  });
}
