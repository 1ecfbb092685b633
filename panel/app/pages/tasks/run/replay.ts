import {
  compileTask,
  foldFacts,
  newTaskState,
  showNodes,
  type TaskBody,
  type TaskFact,
  type TaskPlan,
} from "@mojob/tasks/replay";
import type { FactJson } from "./task-fact.ts";
import { idOfPart, type TaskJson } from "./task-model.ts";

/** The graph of a version, from the fact with this number on. */
export interface VersionBody {
  readonly version: number;
  readonly since: number;
  readonly body: TaskBody;
}

/** Which run is replayed. */
export type ReplayedRun = Pick<TaskJson, "instanceId" | "jobKey">;

/** A run of a task as its log has it, at any moment: the same fold by which the scheduler knows where it stands. */
export class Replay {
  /** The numbers of the last facts of the steps, oldest first. */
  readonly steps: readonly number[];
  readonly #run: ReplayedRun;
  readonly #bodies: readonly VersionBody[];
  readonly #facts: readonly FactJson[];
  readonly #plans = new Map<VersionBody, TaskPlan>();

  constructor(run: ReplayedRun, bodies: readonly VersionBody[], facts: readonly FactJson[]) {
    this.#run = run;
    this.#bodies = bodies;
    this.#facts = facts;
    this.steps = facts.flatMap(({ seq, rev }, place) => (facts[place + 1]?.rev === rev ? [] : [seq]));
  }

  /** The number of the step, from 1, in which a fact was. */
  stepOf(seq: number): number {
    const place = this.steps.findIndex((last) => last >= seq);
    return place < 0 ? this.steps.length : place + 1;
  }

  /** The facts until then. */
  factsUntil(seq: number): readonly FactJson[] {
    return this.#facts.slice(0, seq);
  }

  /** The task after the fact with that number, as the API would have shown it. */
  at(seq: number): TaskJson {
    const { instanceId, jobKey } = this.#run;
    const version = this.#bodies.findLast(({ since }) => since <= seq) ?? this.#bodies[0];
    if (version === undefined) throw new RangeError("A run has a graph");
    const plan = this.#planOf(version);
    const first = this.#bodies[0]?.version ?? version.version;
    const none = newTaskState({ id: instanceId, tenant: "", key: jobKey, version: first });
    // Times are texts here, and no fold looks into them.
    const state = foldFacts(none, this.factsUntil(seq) as unknown as readonly TaskFact[]);
    const titles = new Map(plan.nodes.map(({ id, node }) => [id, node.title ?? null]));
    const { rev, phase, vars, edits, signals, holdUntil, end } = state;
    return {
      instanceId,
      jobKey,
      version: version.version,
      rev,
      phase,
      body: version.body as unknown as TaskJson["body"],
      nodes: showNodes(plan, state).map(({ run, dueAt, ...node }) => ({
        ...node,
        title: titles.get(node.id) ?? null,
        number: null,
        dueAt: dueAt as unknown as string | null,
        runId: run === null ? null : idOfPart(run.of, run.name),
      })),
      vars,
      edits: edits as unknown as TaskJson["edits"],
      signals,
      holdUntil: (holdUntil ?? null) as unknown as string | null,
      end: end === undefined ? null : { state: end.state, code: end.code ?? null, number: null },
    };
  }

  #planOf(version: VersionBody): TaskPlan {
    const known = this.#plans.get(version) ?? compileTask(version.body);
    this.#plans.set(version, known);
    return known;
  }
}
