import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const EVERY_MS = 10_000;
/** Where something was repaired, a process of another version is likely to have written more. */
const SOON_MS = 1000;

export interface RepairDutyOptions {
  readonly tenant: string;
  readonly repair: NonNullable<IMoJobScheduleMetadataStore["repair"]>;
}

/** Brings runs up to date that a process of a neighbouring version writes during a roll, a bounded part of them in each pass. */
export class RepairDuty implements Duty {
  readonly name = "repair";
  readonly everyMs: number = EVERY_MS;
  readonly #options: RepairDutyOptions;

  constructor(options: RepairDutyOptions) {
    this.#options = options;
  }

  async run(): Promise<DutyPass> {
    const { tenant, repair } = this.#options;
    return { nextInMs: (await repair(tenant)) > 0 ? SOON_MS : EVERY_MS, slackMs: Infinity };
  }
}
