import { MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import type { Engine, ReportSummary } from "@mojob/core/engine";
import { resolveRunRequest } from "@mojob/core/feature";
import { TriggerType } from "@mojob/core/ports";
import { type ContentsOptions, readContents } from "./summary-contents.ts";
import { readerOf } from "./summary-reader.ts";
import { summaryText } from "./summary-text.ts";
import type { SummaryTime } from "./summary-times.ts";

/** The name of a summary among the events of notices. */
const EVENT = "summary";

export interface SendOptions extends ContentsOptions {
  readonly engine: Engine;
}

/**
 * Starts the run that sends a summary, made with the rights that its owner has now. One that was started under this id before stays as it is.
 * @throws MoJobError `forbidden` where its owner may read nothing of it or not send it, `job_not_found`, and as a run that is started by hand
 */
export async function sendSummary(
  summary: ReportSummary,
  time: SummaryTime,
  id: string,
  options: SendOptions,
): Promise<void> {
  const { engine } = options;
  const { job, owner } = summary;
  const doing = `send summary "${summary.id}" of "${owner ?? "code"}"`;
  const reader = await readerOf(owner, engine);
  const isReadable = summary.apps === null || summary.apps.some((app) => reader?.apps.has(app));
  if (reader === null || !isReadable)
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot ${doing}: its owner may no longer read runs there`,
    );
  const definition = await engine.cache.get(job);
  if (definition === null)
    throw new MoJobError(MoJobErrorCode.JobNotFound, `Cannot ${doing}: there is no job "${job}"`);
  reader.assertHolds(Permission.TriggerRuns, definition.app);
  const contents = await readContents(reader, summary, time, options);
  const { full, short } = summaryText(summary, time, contents);
  const { tenant, clock, publicUrl } = engine;
  const args = {
    event: EVENT,
    text: short,
    mail: full,
    tenant,
    at: clock.now().toISOString(),
    count: contents.report.total.runs,
    url:
      publicUrl === null
        ? null
        : `${publicUrl}/reports?range=${summary.interval === "weekly" ? "7d" : "24h"}&by=job`,
  };
  const run = await resolveRunRequest(definition, { args }, engine);
  await engine.creator.createOne({ ...run, id, trigger: { type: TriggerType.Code } });
}
