import type { Body } from "../edit/body.ts";

const job = (id: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { work: { kind: "code", handler: id } },
  ...more,
});
const after = (...nodes: readonly string[]): object => ({ pre: nodes.map((node) => ({ node })) });

/** Shapes with which workflows begin. */
export const SHAPES = {
  sequence: { nodes: [job("extract"), job("transform", after("extract")), job("load", after("transform"))] },
  fan: {
    nodes: [
      job("split"),
      job("left", after("split")),
      job("right", after("split")),
      job("join", after("left", "right")),
    ],
  },
  batch: {
    nodes: [
      job("list"),
      job("each", {
        ...after("list"),
        each: { items: "$.JOB['list'].RESULT ?? []", onItemFailure: "continue" },
      }),
      job("collect", {
        ...after("each"),
        params: [{ name: "results", expression: "$.JOB['each'][*].RESULT" }],
      }),
    ],
  },
  approval: {
    nodes: [
      job("prepare"),
      {
        id: "approve",
        type: "approval",
        by: {},
        timeoutMs: 86_400_000,
        onTimeout: "refused",
        ...after("prepare"),
      },
      job("release", { pre: [{ node: "approve", branch: "approved" }] }),
      job("withdraw", { pre: [{ node: "approve", branch: "refused" }] }),
    ],
  },
  failure: {
    nodes: [
      job("charge", { retry: { times: 3, intervalMs: 10_000, backoff: 2 } }),
      job("deliver", after("charge")),
      job("refund", { pre: [{ node: "deliver", on: "failed" }] }),
    ],
  },
  loop: {
    nodes: [
      {
        id: "more",
        type: "condition",
        ...after("page"),
        branches: [{ name: "again", when: "$.VISIT < 10" }],
        else: "done",
        loop: { maxVisits: 100 },
      },
      job("page", { pre: [{ node: "more", branch: "again" }] }),
      job("finish", { pre: [{ node: "more", branch: "done" }] }),
    ],
  },
} satisfies Readonly<Record<string, Body>>;

export type ShapeName = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as readonly ShapeName[];
