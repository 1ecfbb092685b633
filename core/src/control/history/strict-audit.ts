import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { createId } from "../../base/ids.ts";
import type { Clock } from "../../base/clock.ts";
import { type Act, ActKind, ActOutcome, SubjectType } from "../../model/history/act.ts";
import { outcomeIdOf, toIntentId } from "../../model/history/intent.ts";
import type { ActLog, Doing } from "./act-log.ts";

/** Who is about to do something, as an act names them. */
export type IntentOf = Pick<Act, "by" | "from">;

export interface StrictAuditOptions {
  readonly tenant: string;
  readonly actLog: Pick<ActLog, "make" | "write" | "note">;
  readonly clock: Clock;
}

/**
 * Lets nothing be changed whose entry cannot be written: the intent is written first, and what came of it afterwards. A process that is
 * killed between the two leaves an intent whose outcome is not known.
 */
export class StrictAudit {
  readonly #options: StrictAuditOptions;

  constructor(options: StrictAuditOptions) {
    this.#options = options;
  }

  /** @throws MoJobError `audit_unavailable`: nothing was done; else what the work throws */
  async around<Result>(of: IntentOf, operation: string, work: () => Result): Promise<Awaited<Result>> {
    const id = toIntentId(createId(this.#options.clock.now()));
    await this.#begin(id, of, operation);
    try {
      const result = await work();
      await this.#end(id, of, operation, { outcome: ActOutcome.Done });
      return result;
    } catch (error) {
      const code = isMoJobError(error) ? error.code : null;
      const outcome = code === MoJobErrorCode.Forbidden ? ActOutcome.Refused : ActOutcome.Failed;
      await this.#end(id, of, operation, { outcome, code });
      throw error;
    }
  }

  async #begin(id: string, of: IntentOf, operation: string): Promise<void> {
    const { actLog, tenant } = this.#options;
    try {
      await actLog.write([this.#make(id, of, operation, { outcome: ActOutcome.Unknown })]);
    } catch (error) {
      throw new MoJobError(
        MoJobErrorCode.AuditUnavailable,
        `Cannot do "${operation}" in tenant "${tenant}": its entry in the audit cannot be written, and nothing is changed without one`,
        { cause: error },
      );
    }
  }

  /** The operation stands, whether or not its end can be written now. */
  async #end(
    id: string,
    of: IntentOf,
    operation: string,
    end: Pick<Doing, "outcome" | "code">,
  ): Promise<void> {
    await this.#options.actLog.note([this.#make(outcomeIdOf(id), of, operation, end)]);
  }

  #make(id: string, { by, from }: IntentOf, operation: string, end: Pick<Doing, "outcome" | "code">): Act {
    const subject = { type: SubjectType.Operation, id: operation };
    const act = this.#options.actLog.make(null, { kind: ActKind.Call, app: null, by, from, subject, ...end });
    return { ...act, id };
  }
}
