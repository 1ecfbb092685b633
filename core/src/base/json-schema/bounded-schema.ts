import {
  format as formats,
  ignoredKeyword,
  type OutputUnit,
  type Schema,
  schemaArrayKeyword,
  type SchemaDraft,
  schemaMapKeyword,
  Validator,
} from "@cfworker/json-schema";
import type { JsonObject, JsonValue } from "../json.ts";
import { compileLinearPattern, type LinearPattern } from "../linear-pattern.ts";
import { programSizeOf } from "../program-size.ts";
import { isPlainKeyPattern } from "./plain-key-pattern.ts";
import { StepBudget } from "./step-budget.ts";

/** Longer texts have no format worth checking, and the library's own patterns are not all linear. */
const LONGEST_FORMATTED = 4096;
const MOST_KEY_PATTERNS = 20;
/** Size of a pattern × length of the text, summed over both passes of a validation; a step takes at most 13 ns. */
const MOST_PATTERN_STEPS = 3_145_728;
/** The size of the programs of a schema's patterns: compiling them takes about 35 ms. */
const MOST_INSTRUCTIONS = 16_384;
const CHECK_PREFIX = "mojob:";
/** The library keeps checks of formats in one table; past so many, or such large ones, all schemas are compiled again. */
const MOST_CHECKS = 10_000;
/** An instruction takes 180 bytes: more of them make pauses of the garbage collector that timers and sockets feel. */
const MOST_KEPT_INSTRUCTIONS = 2 ** 15;

/** One thing that is wrong with arguments, as the library says it. */
export type SchemaMistake = OutputUnit;

/** The mistakes in arguments, as the library reports them. */
export interface SchemaMistakes {
  readonly valid: boolean;
  readonly errors: readonly SchemaMistake[];
}

/** Compiled schemas, by the schema object of a cached definition: they are collected with it. */
let compiled = new WeakMap<JsonObject, BoundedSchema>();
let checks = 0;
let keptInstructions = 0;
/** The patterns of the schema that is being compiled. */
let patterns = new Set<string>();
let instructions = 0;
/** The pattern steps of the validation under way: checks are in one table for all schemas. */
let patternSteps = 0;

/** Checks arguments against a JSON Schema in bounded time: see `StepBudget` and `compileLinearPattern`. */
export class BoundedSchema {
  readonly #quick: Validator;
  readonly #thorough: Validator;
  readonly #budget = new StepBudget();

  private constructor(schema: JsonObject) {
    const draft = draftOf(schema);
    patterns = new Set();
    instructions = 0;
    const copy = prepare(schema) as Schema;
    this.#quick = new Validator(copy, draft, true);
    this.#thorough = new Validator(copy, draft, false);
    this.#budget.countIn(copy);
  }

  /** @throws Error for a schema that cannot be applied: an unresolved reference, an unsupported pattern */
  static of(schema: JsonObject): BoundedSchema {
    let known = compiled.get(schema);
    if (known === undefined) {
      if (checks > MOST_CHECKS || keptInstructions > MOST_KEPT_INSTRUCTIONS) forgetChecks();
      known = new BoundedSchema(schema);
      compiled.set(schema, known);
    }
    return known;
  }

  /**
   * The first mistake is found first; all of them are collected only as far as the steps last.
   * @throws RangeError where even the first pass needs too many steps
   */
  validate(args: JsonValue): SchemaMistakes {
    patternSteps = 0;
    this.#budget.begin(args);
    const quick = this.#quick.validate(args);
    if (quick.valid) return quick;
    this.#budget.begin(args);
    try {
      return this.#thorough.validate(args);
    } catch (error) {
      if (error instanceof RangeError) return quick;
      throw error;
    }
  }
}

function forgetChecks(): void {
  for (const name of Object.keys(formats)) if (name.startsWith(CHECK_PREFIX)) delete formats[name];
  compiled = new WeakMap();
  checks = 0;
  keptInstructions = 0;
}

/** Which drafts of JSON Schema read a schema, by what its `$schema` names; without one it is the latest. */
const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-0?4/, "4"],
  [/draft-0?[67]/, "7"],
  [/2019-09/, "2019-09"],
];

function draftOf({ $schema }: JsonObject): SchemaDraft {
  const named = typeof $schema === "string" ? $schema : "";
  return DRAFTS.find(([pattern]) => pattern.test(named))?.[1] ?? "2020-12";
}

/** A copy in which patterns and formats are checked by our own functions; sub-schemas are found where the library finds them. */
function prepare(schema: JsonValue): JsonValue {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const copy: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (ignoredKeyword[key] === true) copy[key] = value;
    else if (Array.isArray(value)) {
      copy[key] = schemaArrayKeyword[key] === true ? value.map((item) => prepare(item)) : value;
    } else if (schemaMapKeyword[key] === true && isObject(value)) {
      copy[key] = Object.fromEntries(Object.entries(value).map(([name, sub]) => [name, prepare(sub)]));
    } else copy[key] = prepare(value);
  }
  assertKeyPatterns(copy["patternProperties"]);
  const { pattern, format } = copy;
  if (typeof pattern === "string" || (typeof format === "string" && format in formats)) {
    copy["format"] = checkNamed(
      typeof pattern === "string" ? pattern : null,
      typeof format === "string" ? format : null,
    );
    delete copy["pattern"];
  }
  return copy;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function assertKeyPatterns(patterns: JsonValue | undefined): void {
  if (!isObject(patterns)) return;
  const names = Object.keys(patterns);
  const wrong = names.find((name) => !isPlainKeyPattern(name));
  if (wrong !== undefined) {
    throw new Error(`the key pattern "${wrong}" must be plain: no groups, one repetition, and "^" before it`);
  }
  if (names.length > MOST_KEY_PATTERNS) {
    throw new Error(`it has ${names.length} key patterns in one place, of at most ${MOST_KEY_PATTERNS}`);
  }
}

/** @throws RangeError where the patterns of one validation take too long together */
function matchesWithin({ size, matches }: LinearPattern, text: string): boolean {
  patternSteps += size * text.length;
  if (patternSteps > MOST_PATTERN_STEPS)
    throw new RangeError("its patterns take too many steps to check these arguments");
  return matches(text);
}

/** @throws Error before another pattern is compiled than the schema may have */
function assertSmallPatterns(pattern: string): void {
  if (patterns.has(pattern)) return;
  patterns.add(pattern);
  instructions += programSizeOf(pattern);
  if (instructions > MOST_INSTRUCTIONS)
    throw new Error(
      `its patterns make programs of ${instructions} instructions together, of at most ${MOST_INSTRUCTIONS}`,
    );
}

/** Puts a check of pattern and format into the library's table; resolves to its name there. */
function checkNamed(pattern: string | null, format: string | null): string {
  if (pattern !== null) assertSmallPatterns(pattern);
  const name = CHECK_PREFIX + JSON.stringify([pattern, format]);
  if (!Object.hasOwn(formats, name)) {
    const linear = pattern === null ? null : compileLinearPattern(pattern);
    const isFormatted = format === null ? undefined : formats[format];
    formats[name] = (text) =>
      (linear === null || matchesWithin(linear, text)) &&
      (isFormatted === undefined || (text.length <= LONGEST_FORMATTED && isFormatted(text)));
    checks += 1;
    keptInstructions += linear?.size ?? 0;
  }
  return name;
}

/** The pattern and the format that a failed check of ours asked for; `null` for an error of another kind. */
export function checkOf({ keyword, error }: SchemaMistake): readonly [string | null, string | null] | null {
  const name = keyword === "format" ? /"(mojob:.*)"\.$/s.exec(error)?.[1] : undefined;
  return name === undefined
    ? null
    : (JSON.parse(name.slice(CHECK_PREFIX.length)) as [string | null, string | null]);
}
