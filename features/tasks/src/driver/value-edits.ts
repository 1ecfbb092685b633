import type { JobInstance, JsonValue } from "@mojob/core";
import {
  Batch,
  isMap,
  type TaskOperation,
  toJson,
  type Value,
  valueOf,
  type ValueUse,
} from "@mojob/core/feature";
import { canonicalJson, type TaskFact } from "@mojob/core/ports";
import { withEdits } from "../decide/edited-values.ts";
import { refusalOf } from "../decide/refusal.ts";
import { type Refused, TaskRefusal } from "../decide/task-refusal.ts";
import { valueUses } from "../decide/value-uses.ts";
import type { ValueLoader } from "./load-values.ts";
import type { OpenTask } from "./open-task.ts";
import type { TaskReader } from "./task-reader.ts";
import type { TaskTurns } from "./task-turns.ts";

/** Each lost write is a step of another process. */
const MOST_TRIES = 50;

type EditOperation = Extract<TaskOperation, { readonly type: "edit" }>;

export interface ValueEdit {
  readonly operation: Omit<EditOperation, "ifRev">;
  /** The steps of the task as it was looked at: what changed at that place since is a conflict. `null`: whatever it is. */
  readonly sinceRev: number | null;
  /** Only says what would be. */
  readonly isDry: boolean;
}

/** The outcome of an edit. */
export type EditOutcome =
  | { readonly type: "refused"; readonly refused: Refused }
  /** Another value stands there than was looked at. */
  | { readonly type: "stale"; readonly rev: number; readonly value: JsonValue }
  | {
      readonly type: "done";
      readonly rev: number;
      /** The value before; `null` where there was none. */
      readonly value: JsonValue;
      /** The uses of the value before, which keep it. */
      readonly uses: readonly ValueUse[];
    };

/** Puts values over others, each at the very step of its task at which nothing spoke against it. */
export class ValueEdits {
  readonly #reader: Pick<TaskReader, "read" | "log">;
  readonly #values: Pick<ValueLoader, "initial" | "add">;
  readonly #turns: Pick<TaskTurns<TaskOperation>, "submit">;

  constructor(
    reader: Pick<TaskReader, "read" | "log">,
    values: Pick<ValueLoader, "initial" | "add">,
    turns: Pick<TaskTurns<TaskOperation>, "submit">,
  ) {
    this.#reader = reader;
    this.#values = values;
    this.#turns = turns;
  }

  async edit({ id }: JobInstance, { operation, sinceRev, isDry }: ValueEdit): Promise<EditOutcome> {
    const { path } = operation;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const task = await this.#reader.read(id);
      if (task === null) return { type: "refused", refused: { reason: TaskRefusal.NotBegun } };
      const { state, plan } = task;
      const reason = refusalOf(plan, state, operation);
      if (reason !== null) return { type: "refused", refused: { reason } };
      const log = (await this.#reader.log(task)).filter(({ seq }) => seq <= state.seq);
      const value = await this.#valueAt(task, path);
      if (sinceRev !== null && (sinceRev > state.rev || hasChanged(log, path, sinceRev)))
        return { type: "stale", rev: state.rev, value };
      const done = { type: "done", value, uses: valueUses(plan, log, path) } as const;
      if (isDry) return { ...done, rev: state.rev };
      await this.#turns.submit(id, [{ ...operation, ifRev: state.rev }]);
      const rev = state.rev + 1;
      if ((await this.#reader.log(task)).some((fact) => fact.rev === rev && isOf(fact, operation)))
        return { ...done, rev };
    }
    return { type: "refused", refused: { reason: TaskRefusal.Stale } };
  }

  /** The value at a path now; `null` where there is none. */
  async #valueAt(task: OpenTask, path: readonly string[]): Promise<JsonValue> {
    const [root, node = ""] = path;
    const first = await this.#values.initial(task);
    const loaded =
      root === "JOB" ? (await this.#values.add(task, first, [{ node, what: "run" }])).jobs.get(node) : null;
    const byHand = task.state.nodes[node]?.result;
    const job = byHand === undefined ? (loaded ?? new Map()) : withResult(loaded ?? null, byHand);
    const roots = new Map<string, Value>([
      ["TASK", first.task],
      ["VARS", { ...first.vars, ...task.state.vars }],
      ["JOB", new Map([[node, job]])],
    ]);
    let value: Value | undefined = withEdits(roots, [...(first.edits ?? []), ...task.state.edits]);
    for (const name of path) value = value === undefined ? undefined : memberOf(value, name);
    return value === undefined ? null : toJson(value, 0);
  }
}

function withResult(loaded: Value, result: JsonValue): Value {
  return isMap(loaded) ? new Map<string, Value>([["RESULT", result]]) : loaded;
}

function memberOf(value: Value, name: string): Value | undefined {
  if (value instanceof Batch) return value.items[Number(name)] ?? value.whole.get(name);
  if (Array.isArray(value)) return value[Number(name)] as Value | undefined;
  return isMap(value) ? valueOf(value, name) : undefined;
}

/** Whether somebody changed what stands at a path, or a node has had another run, after that step. */
function hasChanged(log: readonly TaskFact[], path: readonly string[], sinceRev: number): boolean {
  const node = path[0] === "JOB" ? path[1] : undefined;
  return log.some((fact) => fact.rev > sinceRev && changes(fact, path, node));
}

const OF_RUNS: ReadonlySet<TaskFact["type"]> = new Set(["started", "batchStarted", "retried"]);

function changes(fact: TaskFact, path: readonly string[], node: string | undefined): boolean {
  switch (fact.type) {
    case "begun":
      return true;
    case "edited":
      return fact.path.every((name, place) => place >= path.length || name === path[place]);
    case "lifted":
      return node !== undefined && fact.nodes.includes(node);
    case "nextVisit":
      return node !== undefined && fact.resets.includes(node);
    case "decided":
      if (path[0] === "VARS" && Object.hasOwn(fact.vars ?? {}, path[1] ?? "")) return true;
      return node !== undefined && fact.node === node;
    default:
      return node !== undefined && "node" in fact && fact.node === node && OF_RUNS.has(fact.type);
  }
}

function isOf(fact: TaskFact, { path, value, reason, by }: EditOperation): boolean {
  if (fact.type !== "edited" || fact.by !== by || fact.reason !== reason) return false;
  return (
    canonicalJson([...fact.path]) === canonicalJson([...path]) &&
    canonicalJson(fact.value) === canonicalJson(value)
  );
}
