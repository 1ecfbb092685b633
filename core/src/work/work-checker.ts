import { LoopTurns } from "../base/batching/loop-turns.ts";
import { type Clock, sleep } from "../base/clock.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import { NonRetryableError } from "../base/error.ts";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import { ExpressionError } from "../expression/expression-error.ts";
import { parseExpression } from "../expression/parse-expression.ts";
import type { Value } from "../expression/value.ts";
import { resourceWork } from "../model/resource-work.ts";
import type { JobWork } from "../model/job-work.ts";
import { type Check, ResourceTest, type ResourceType, type ResourceUse } from "../model/work-check.ts";
import { WorkError, WorkErrorCode, isWorkError } from "./work-error.ts";

/** The values of a run that a worker judges it by. */
export interface CheckedRun {
  readonly PARAMS: JsonValue;
  /** Absent until its work has ended. */
  readonly RESULT?: JsonValue;
}

export interface WorkCheckerOptions {
  readonly clock: Clock;
  readonly tenant: string;
  readonly self: CheckedRun;
  readonly signal: AbortSignal;
  /** Looks at a resource; resolves to what is found there. */
  readonly look: (work: JobWork) => Promise<unknown>;
}

const CODES: Readonly<Record<ResourceType, WorkErrorCode>> = {
  file: WorkErrorCode.FileUnavailable,
  database: WorkErrorCode.DatabaseUnavailable,
  service: WorkErrorCode.ServiceUnavailable,
  ftp: WorkErrorCode.FtpUnavailable,
};
const UNAVAILABLE: ReadonlySet<string> = new Set(Object.values(CODES));

/** Judges a run where it is executed: by its values, and by what is found outside. */
export class WorkChecker {
  readonly #options: WorkCheckerOptions;

  constructor(options: WorkCheckerOptions) {
    this.#options = options;
  }

  /** @throws WorkError `file_unavailable`, `database_unavailable`, `service_unavailable`, `ftp_unavailable`; NonRetryableError where an expression has no value; as the runner */
  async require(use: ResourceUse): Promise<void> {
    const { clock, signal } = this.#options;
    const { times, intervalMs } = use.retry ?? { times: 0, intervalMs: 0 };
    for (let tried = 0; ; tried += 1) {
      try {
        return await this.#look(use);
      } catch (error) {
        if (!isUnavailable(error) || tried >= times) throw error;
      }
      await sleep(clock, intervalMs, signal);
      signal.throwIfAborted();
    }
  }

  /** @throws NonRetryableError where an expression has no value; as the runner where it cannot look */
  async holds(check: Check): Promise<boolean> {
    switch (check.type) {
      case "logic":
        return await this.#isTrue("check", check.expression, {});
      case "resource":
        return this.#isAvailable(check.use);
      case "all":
        for (const one of check.checks) if (!(await this.holds(one))) return false;
        return true;
      case "any":
        for (const one of check.checks) if (await this.holds(one)) return true;
        return false;
    }
  }

  async #isAvailable(use: ResourceUse): Promise<boolean> {
    try {
      await this.require(use);
      return true;
    } catch (error) {
      if (isUnavailable(error)) return false;
      throw error;
    }
  }

  async #look({ name, type, test, uri, query, values = [], expect }: ResourceUse): Promise<void> {
    const address = await this.#valueOf(name, uri, {});
    if (typeof address !== "string")
      throw new NonRetryableError(`Cannot look at "${name}": its uri has to be a text`);
    const asked = query !== undefined && { query, values: await this.#valuesOf(name, values) };
    const found = await this.#found(name, type, resourceWork({ type, test, uri: address, ...asked }));
    const isWanted =
      expect === undefined ? isGood(test, found) : await this.#isTrue(name, expect, { RESOURCE: found });
    if (isWanted) return;
    const line = foundLine(found);
    throw new WorkError(CODES[type], { name, ...(line !== undefined && { line }) });
  }

  /** A runner calls what it looks at by its address, which its author has given a name. */
  async #found(name: string, type: ResourceType, work: JobWork): Promise<JsonObject> {
    try {
      return (await this.#options.look(work)) as JsonObject;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { line } = error.parameters;
      throw new WorkError(CODES[type], { name, ...(line !== undefined && { line }) });
    }
  }

  async #isTrue(name: string, text: string, more: Readonly<Record<string, Value>>): Promise<boolean> {
    const value = await this.#valueOf(name, text, more);
    if (typeof value === "boolean") return value;
    throw new NonRetryableError(`Cannot judge "${name}": its expression has to be true or false`);
  }

  async #valuesOf(name: string, values: NonNullable<ResourceUse["values"]>): Promise<JsonValue[]> {
    const found: JsonValue[] = [];
    // Each in its turn.
    // oxlint-disable-next-line no-await-in-loop
    for (const { expression } of values) found.push(await this.#valueOf(name, expression, {}));
    return found;
  }

  async #valueOf(name: string, text: string, more: Readonly<Record<string, Value>>): Promise<JsonValue> {
    const { clock, tenant, self } = this.#options;
    const roots = new Map<string, Value>([["SELF", { ...self }], ...Object.entries(more)]);
    try {
      return await LoopTurns.of(clock, tenant).inTurn(() =>
        evaluateExpression(parseExpression(text), { now: clock.now(), roots }),
      );
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new NonRetryableError(
        `Cannot judge "${name}": at character ${error.at + 1} of its expression: ${error.message}`,
      );
    }
  }
}

/** Whether a resource counts as good by the rule that holds where no expression is given. */
function isGood(test: ResourceTest, { STATUS: status, COUNT: count }: JsonObject): boolean {
  if (test === ResourceTest.Status) return typeof status === "number" && status >= 200 && status < 300;
  return test !== ResourceTest.Query || count !== 0;
}

function foundLine({ STATUS: status, COUNT: count }: JsonObject): string | undefined {
  if (typeof status === "number") return `status ${status}`;
  return typeof count === "number" ? `${count} rows` : undefined;
}

function isUnavailable(error: unknown): error is WorkError {
  return isWorkError(error) && UNAVAILABLE.has(error.code);
}
