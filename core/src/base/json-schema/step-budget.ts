import type { JsonValue } from "../json.ts";

/** Steps that small arguments may take; a step takes about a microsecond. */
const BASE_STEPS = 10_000;
const STEPS_PER_VALUE = 4;
const MOST_STEPS = 250_000;
/** Members of a keyword's list that are compared in about the time of a step. */
const MEMBERS_PER_STEP = 8;
/** Pairs of a list that `uniqueItems` compares in about the time of a step: of plain values, and of objects. */
const PLAIN_PAIRS_PER_STEP = 500;
const OBJECT_PAIRS_PER_STEP = 30;

/**
 * Ends a validation that takes too long. References can multiply the work without end (a schema of ten lines may need
 * millions of steps), so each visit of a sub-schema costs a step, and more where it compares lists.
 */
export class StepBudget {
  #left = 0;
  #pairSteps = 0;

  /** Sets the budget for these arguments. */
  begin(args: JsonValue): void {
    let values = 0;
    let pairs = 0;
    const count = (value: JsonValue): void => {
      values += 1;
      if (typeof value !== "object" || value === null) return;
      if (Array.isArray(value)) {
        const hasObjects = value.some((item) => typeof item === "object" && item !== null);
        const perStep = hasObjects ? OBJECT_PAIRS_PER_STEP : PLAIN_PAIRS_PER_STEP;
        pairs = Math.max(pairs, (value.length * value.length) / perStep);
      }
      for (const item of Object.values(value) as JsonValue[]) count(item);
    };
    count(args);
    this.#pairSteps = pairs;
    this.#left = Math.min(BASE_STEPS + STEPS_PER_VALUE * values, MOST_STEPS);
  }

  /**
   * Makes every object of a schema count its visits: the validator reads `$recursiveAnchor` once for each.
   * @throws RangeError at the visit for which nothing is left
   */
  countIn(schema: object, seen: Set<object> = new Set()): void {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const value of Object.values(schema) as unknown[]) {
      if (typeof value === "object" && value !== null) this.countIn(value, seen);
    }
    if (Array.isArray(schema)) return;
    const own = schema as Readonly<Record<string, unknown>>;
    const anchor = own["$recursiveAnchor"];
    const steps =
      1 + (sizeOf(own["enum"]) + sizeOf(own["required"]) + sizeOf(own["properties"])) / MEMBERS_PER_STEP;
    const comparesPairs = own["uniqueItems"] === true;
    Object.defineProperty(schema, "$recursiveAnchor", {
      enumerable: false,
      get: () => {
        this.#left -= comparesPairs ? steps + this.#pairSteps : steps;
        if (this.#left < 0) throw new RangeError("it takes too many steps to check these arguments");
        return anchor;
      },
    });
  }
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
