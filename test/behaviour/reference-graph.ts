import fc from "fast-check";
import type { TaskNode } from "@mojob/core/engine";

type RunNode = Extract<TaskNode, { readonly type: "job" }>;
type Pre = NonNullable<RunNode["pre"]>[number];
type EdgeCondition = NonNullable<Pre["on"]>;
type Join = NonNullable<RunNode["join"]>;

/** A node of a graph that is drawn at random, with how its end is to be. */
export interface DrawnNode {
  readonly fails: boolean;
  readonly mayFail: boolean;
  /** Whether it is left out where it would begin. @default false */
  readonly skips?: boolean;
  readonly join: Join;
  readonly pre: readonly { readonly back: number; readonly on: EdgeCondition }[];
}

export const drawnTask: fc.Arbitrary<readonly DrawnNode[]> = fc.array(
  fc.record({
    fails: fc.boolean(),
    mayFail: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    join: fc.constantFrom<Join>("live", "live", "all", "any", "done", { min: 2 }),
    pre: fc.array(
      fc.record({
        back: fc.integer({ min: 1, max: 4 }),
        on: fc.constantFrom<EdgeCondition>("ok", "ok", "failed", "ended"),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 10 },
);

export function nodesOf(drawn: readonly DrawnNode[]): readonly TaskNode[] {
  return drawn.map(({ join, pre, mayFail }, index) => ({
    id: `n${index}`,
    type: "job",
    job: { key: "mail.send" },
    join,
    allowFailure: mayFail,
    pre: pre.filter(({ back }) => back <= index).map(({ back, on }) => ({ node: `n${index - back}`, on })),
  }));
}

/** The states that a graph must end in, as the reference says it: by the definition, one node after the other. */
export function expectedStates(drawn: readonly DrawnNode[]): readonly string[] {
  const states: string[] = [];
  for (const [index, { join, pre, fails, skips = false }] of drawn.entries()) {
    const values = pre
      .filter(({ back }) => back <= index)
      .map(({ back, on }) => {
        const state = states[index - back];
        if (state === "Skipped") return "dead";
        if (state === "Succeeded") return on === "failed" ? "dead" : "taken";
        if (state === "Failed" && drawn[index - back]?.mayFail === true) return "taken";
        return on === "ok" ? "failed" : "taken";
      });
    const has = (value: string): boolean => values.some((one) => one === value);
    const taken = values.filter((value) => value === "taken").length;
    const not = has("failed") ? "Blocked" : "Skipped";
    const runs = skips ? "Skipped" : fails ? "Failed" : "Succeeded";
    if (values.length === 0) states.push(runs);
    else if (join === "live") states.push(taken > 0 && !has("failed") ? runs : not);
    else if (join === "all") states.push(taken === values.length ? runs : not);
    else if (join === "any") states.push(taken > 0 ? runs : not);
    else if (join === "done") states.push(taken > 0 || has("failed") ? runs : "Skipped");
    else states.push(taken >= join.min ? runs : not);
  }
  return states;
}

/**
 * What a task ends as, by the definition: a failure counts until a node ran because of it, or all that it blocked is handled. A node
 * that waits for the ends of several, whatever they are, did not run because of one of them.
 */
export function expectedEnd(drawn: readonly DrawnNode[]): "Succeeded" | "Failed" {
  const states = expectedStates(drawn);
  const isHandled = (index: number): boolean => {
    const outs = drawn.flatMap(({ pre }, to) =>
      pre
        .filter(({ back }) => back <= to)
        .flatMap(({ back, on }, _, ways) =>
          to - back === index ? [{ state: states[to], to, on, isAlone: ways.length === 1 }] : [],
        ),
    );
    const isHandler = ({ on, isAlone }: (typeof outs)[number]): boolean =>
      on === "failed" || (on === "ended" && isAlone);
    if (outs.some((out) => isHandler(out) && (out.state === "Succeeded" || out.state === "Failed")))
      return true;
    const blocked = outs.filter(({ on, state }) => on === "ok" && state === "Blocked");
    return blocked.length > 0 && blocked.every(({ to }) => isHandled(to));
  };
  const isFailed = drawn.some(
    ({ mayFail }, index) => states[index] === "Failed" && !mayFail && !isHandled(index),
  );
  return isFailed ? "Failed" : "Succeeded";
}
