import type { Finding } from "../finding.ts";

/** A schedule in the options of a job here. */
export interface CarriedSchedule {
  /** One of `cron` and `everyMs`; both are `null` where it cannot be carried over. */
  readonly options: {
    readonly cron: string | null;
    readonly everyMs: number | null;
    readonly everyFrom: "start" | "end";
    readonly cronDialect: "standard" | "quartz";
    readonly timeZone: string;
    readonly dst: { readonly gap: "shift" | "skip"; readonly overlap: "first" | "both" };
    readonly startTime: string | null;
    readonly endTime: string | null;
  };
  readonly findings: readonly Finding[];
}

/** A cron expression written for a dialect: five to seven fields, with the findings about the change. */
export interface CarriedCron {
  readonly cron: string;
  readonly cronDialect: "standard" | "quartz";
  readonly dst: CarriedSchedule["options"]["dst"];
  readonly findings: readonly Finding[];
}
