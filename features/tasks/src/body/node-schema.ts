import { boundedList, LONGEST_JOB_KEY, type TaskNode, wanted } from "@mojob/core/engine";
import {
  ApprovalBranch,
  EdgeCondition,
  type Join,
  NamedJoin,
  NodeType,
  TaskLimit,
  type WaitFor,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import * as v from "valibot";
import { JOB_SCHEMA, PARAM_VALUES, RESULT_DECLARATIONS, VAR_WRITES } from "./job-schema.ts";
import { expression, flag, name, nodeId, oneOf, text, wholeFrom } from "./part-schema.ts";

const DAY_MS = 86_400_000;
const MOST_BRANCHES = 100;
const ms = wholeFrom(0, 365 * DAY_MS);

const pre = v.strictObject({
  node: nodeId,
  on: v.exactOptional(oneOf(EdgeCondition)),
  branch: v.exactOptional(name),
  handles: v.exactOptional(flag),
});

const join: v.GenericSchema<unknown, Join> = v.lazy((input): v.GenericSchema<unknown, Join> =>
  typeof input === "object" ? v.strictObject({ min: wholeFrom(1, TaskLimit.Nodes) }) : oneOf(NamedJoin),
);

const coordinate = v.number(wanted("not_number"));
const BASE = {
  id: nodeId,
  title: v.exactOptional(text(200)),
  position: v.exactOptional(v.strictObject({ x: coordinate, y: coordinate })),
  pre: v.exactOptional(boundedList(pre, TaskLimit.Nodes)),
  join: v.exactOptional(join),
  skipWhen: v.exactOptional(expression),
  allowFailure: v.exactOptional(flag),
  cleanup: v.exactOptional(flag),
  vars: v.exactOptional(VAR_WRITES),
};

const RUN_BASE = {
  ...BASE,
  params: v.exactOptional(PARAM_VALUES),
  each: v.exactOptional(
    v.strictObject({
      items: v.exactOptional(expression),
      sets: v.exactOptional(boundedList(PARAM_VALUES, TaskLimit.Items)),
      maxParallel: v.exactOptional(wholeFrom(1, 10_000)),
      onItemFailure: v.exactOptional(oneOf({ stop: "stop", continue: "continue" })),
      minOk: v.exactOptional(wholeFrom(0, TaskLimit.Items)),
    }),
  ),
  retry: v.exactOptional(
    v.strictObject({
      times: wholeFrom(0, 100),
      intervalMs: ms,
      backoff: v.exactOptional(v.number(wanted("not_number"))),
      maxIntervalMs: v.exactOptional(ms),
      on: v.exactOptional(boundedList(text(64), MOST_BRANCHES)),
    }),
  ),
  timeoutMs: v.exactOptional(ms),
  waitTimeoutMs: v.exactOptional(ms),
  priority: v.exactOptional(wholeFrom(1, 5)),
};

const WAITS: Readonly<Record<string, v.GenericSchema<unknown, WaitFor>>> = {
  ms: v.strictObject({ ms: expression }),
  until: v.strictObject({ until: expression }),
  signal: v.strictObject({ signal: name }),
  check: v.strictObject({ check: expression, everyMs: wholeFrom(1000, DAY_MS) }),
};
const noWait: v.GenericSchema<unknown, WaitFor> = v.custom<WaitFor>(
  () => false,
  wanted("not_some_of", { values: Object.keys(WAITS) }),
);

/** The kind of wait by the member that says it. */
const waitFor = v.lazy((input): v.GenericSchema<unknown, WaitFor> => {
  const given = typeof input === "object" && input !== null ? Object.keys(input) : [];
  const kind = Object.keys(WAITS).find((one) => given.includes(one));
  return (kind === undefined ? undefined : WAITS[kind]) ?? noWait;
});

const names = boundedList(name, MOST_BRANCHES);
const version = v.exactOptional(wholeFrom(1, 2 ** 31));
const wait = v.exactOptional(flag);
const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  wanted("not_object"),
);

const NODE_SCHEMA: v.GenericSchema<unknown, TaskNode> = v.variant(
  "type",
  [
    v.strictObject({ ...RUN_BASE, type: v.literal(NodeType.Job), job: JOB_SCHEMA, wait }),
    v.strictObject({
      ...RUN_BASE,
      type: v.literal(NodeType.Task),
      key: text(LONGEST_JOB_KEY),
      version,
      wait,
    }),
    v.strictObject({
      ...RUN_BASE,
      type: v.literal(NodeType.Group),
      nodes: v.lazy((): v.GenericSchema<unknown, readonly TaskNode[]> => NODES_SCHEMA),
      results: v.exactOptional(RESULT_DECLARATIONS),
    }),
    v.strictObject({
      ...BASE,
      type: v.literal(NodeType.Condition),
      branches: boundedList(v.strictObject({ name, when: expression }), MOST_BRANCHES),
      else: v.exactOptional(name),
      all: v.exactOptional(flag),
      loop: v.exactOptional(
        v.strictObject({ maxVisits: wholeFrom(1, TaskLimit.Visits), delayMs: v.exactOptional(ms) }),
      ),
    }),
    v.strictObject({
      ...BASE,
      type: v.literal(NodeType.Wait),
      for: waitFor,
      timeoutMs: v.exactOptional(ms),
      onTimeout: v.exactOptional(oneOf({ fail: "fail", continue: "continue" })),
    }),
    v.strictObject({
      ...BASE,
      type: v.literal(NodeType.Approval),
      form: v.exactOptional(jsonObject),
      by: v.strictObject({
        roles: v.exactOptional(names),
        users: v.exactOptional(names),
        quorum: v.exactOptional(wholeFrom(1, MOST_BRANCHES)),
        notTheStarter: v.exactOptional(flag),
      }),
      timeoutMs: ms,
      onTimeout: oneOf(ApprovalBranch),
    }),
  ],
  wanted("not_one_of", { values: Object.values(NodeType) }),
);

export const NODES_SCHEMA: v.GenericSchema<unknown, readonly TaskNode[]> = v.pipe(
  boundedList(NODE_SCHEMA, TaskLimit.Nodes),
  v.minLength(1, wanted("too_few", { min: 1 })),
);
