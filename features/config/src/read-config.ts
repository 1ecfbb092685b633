import { systemClock, type Clock, type JsonValue } from "@mojob/core/ports";
import { ConfigContext, type ReadScheduler } from "./config-context.ts";
import { API_VERSION } from "./document.ts";
import { type SectionItems, SectionShape } from "./section.ts";
import { SECTIONS } from "./sections.ts";
import { indented, writeYaml } from "./yaml/write-yaml.ts";

export interface ReadConfigOptions {
  /** Leaves out what is not of this app alone. @default everything */
  readonly app?: string;
  /** @default the clock of the machine */
  readonly clock?: Clock;
}

/**
 * What people have configured, as one YAML document: the same text as long as nothing is changed. What the caller may not read is left out,
 * and a comment says so.
 * @throws MoJobError `store_unavailable`
 * @example
 * ```ts
 * import { readConfig } from "@mojob/config";
 * import { FEATURES } from "@mojob/features";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, jobs: [], features: FEATURES });
 * await scheduler.jobs.create({ key: "shop.close", app: "shop", kind: "recurring", options: { cron: "0 18 * * *" } });
 * console.log(await readConfig(scheduler)); // apiVersion: mojob/v1 …
 * await close();
 * ```
 */
export async function readConfig(
  scheduler: ReadScheduler,
  { app, clock = systemClock }: ReadConfigOptions = {},
): Promise<string> {
  const context = new ConfigContext(scheduler, clock, app ?? scheduler.scope);
  const parts: string[] = [];
  const left: string[] = [];
  for (const section of SECTIONS) {
    if (context.app !== null && !section.isOfApps) continue;
    // One after the other, because the text has an order.
    // oxlint-disable-next-line no-await-in-loop
    const items = await section.read(context);
    const hidden = items?.hidden ?? 0;
    if (items === null && isThere(section.feature, scheduler))
      left.push(`# Not shown to you: ${section.name}\n`);
    if (hidden > 0)
      left.push(`# Not shown to you: ${hidden} of ${section.name}, for which payloads:read is needed\n`);
    if (items === null || items.items.size === 0) continue;
    // oxlint-disable-next-line no-await-in-loop
    parts.push(await context.turns.run(textOf(section.name, items)));
  }
  const head = writeYaml({ apiVersion: API_VERSION, ...(context.app !== null && { app: context.app }) });
  return [left.join("") + head, ...parts].join("\n");
}

function isThere(feature: string | undefined, { features }: Pick<ReadScheduler, "features">): boolean {
  return feature === undefined || features.includes(feature);
}

/** One section; each item is written in a stretch of its own. */
function* textOf(name: string, { shape, items }: SectionItems): Generator<void, string> {
  if (shape === SectionShape.One) return writeYaml({ [name]: [...items.values()][0] as JsonValue });
  let text = `${name}:\n`;
  for (const [id, item] of items) {
    text += indented(writeYaml(shape === SectionShape.Named ? { [id]: item } : [item]), 2);
    yield;
  }
  return text;
}
