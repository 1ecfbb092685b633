import type { OptionPath } from "@mojob/core/words";
import type { JobOptions } from "../../../api/operations.generated.ts";
import { durationText, parseDuration } from "../../../time/duration-text.ts";
import { formatInstant } from "../../../time/format-time.ts";

/** A schedule of a job beside its own `cron`, as the API has it. */
export type NamedSchedule = NonNullable<JobOptions["schedules"]>[number];

/** The parts that a schedule may state instead of its job, by the option of the job that each replaces. */
export const SCHEDULE_PARTS = [
  "startTime",
  "endTime",
  "misfire.policy",
  "misfire.graceMs",
  "dst.gap",
  "dst.overlap",
  "cronDialect",
  "everyFrom",
  "jitterMs",
] as const satisfies readonly OptionPath[];
export type SchedulePart = (typeof SCHEDULE_PARTS)[number];

/** As inputs hold them; empty: the job's. */
export type PartInputs = Readonly<Record<SchedulePart, string>>;

type Stated = Readonly<Record<string, unknown>>;

/** Whether a part is written as a time, as a duration, or chosen. */
export function isTime(part: SchedulePart): boolean {
  return part === "startTime" || part === "endTime";
}

export function isDuration(part: SchedulePart): boolean {
  return part === "misfire.graceMs" || part === "jitterMs";
}

function statedPart(stated: Stated, part: SchedulePart): unknown {
  const [outer = "", inner] = part.split(".");
  return inner === undefined ? stated[outer] : (stated[outer] as Stated | undefined)?.[inner];
}

function inputOf(stated: Stated, part: SchedulePart): string {
  const value = statedPart(stated, part);
  if (typeof value === "number") return durationText(value);
  if (typeof value !== "string") return "";
  return isTime(part) ? formatInstant(new Date(value)).replace(" ", "T") : value;
}

/** The parts of a stored schedule as inputs hold them. */
export function partInputs(stated: Partial<NamedSchedule>): PartInputs {
  return Object.fromEntries(
    SCHEDULE_PARTS.map((part) => [part, inputOf(stated, part)]),
  ) as unknown as PartInputs;
}

/** The value of a part's input: `null` where the job's holds, `undefined` where it cannot be read. */
export function partValue(part: SchedulePart, input: string): string | number | null | undefined {
  const text = input.trim();
  if (text === "") return null;
  if (isDuration(part)) return parseDuration(text) ?? undefined;
  if (!isTime(part)) return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Whether all parts can be read. */
export function arePartsReadable(inputs: PartInputs): boolean {
  return SCHEDULE_PARTS.every((part) => partValue(part, inputs[part]) !== undefined);
}

/** The stated schedule, with the parts that were edited; a part that nobody edited stays as it was. */
export function withParts(stated: Partial<NamedSchedule>, inputs: PartInputs): Partial<NamedSchedule> {
  const now: Record<string, unknown> = { ...stated };
  for (const part of SCHEDULE_PARTS) {
    if (inputs[part] === inputOf(stated, part)) continue;
    const value = partValue(part, inputs[part]) ?? null;
    const [outer = "", inner] = part.split(".");
    if (inner === undefined) {
      if (value === null) delete now[outer];
      else now[outer] = value;
      continue;
    }
    const { [inner]: _, ...rest } = (now[outer] ?? {}) as Stated;
    const compound = value === null ? rest : { ...rest, [inner]: value };
    if (Object.keys(compound).length === 0) delete now[outer];
    else now[outer] = compound;
  }
  return now;
}
