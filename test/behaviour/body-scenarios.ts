import {
  annOf,
  HOUR_MS,
  type Nodes,
  type PlayOptions,
  type Scenario,
  type Scheduler,
  script,
} from "./body-play.ts";

export const echo = (id: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { key: "echo" },
  ...more,
});
export const runs = (key: string, id = "a", more: object = {}): object => ({
  id,
  type: "job",
  job: { key },
  ...more,
});
export const after = (...ids: readonly string[]): object => ({ pre: ids.map((node) => ({ node })) });
const OF_CODE = { work: { kind: "code", handler: "echo" } };
const own = (job: object, more: object = {}): object => ({
  id: "a",
  type: "job",
  job: { work: script("x"), ...job },
  ...more,
});
const which = (more: object = {}, branches: object = [{ name: "yes", when: "true" }]): object => ({
  id: "c",
  type: "condition",
  branches,
  else: "no",
  ...more,
});
const ask = (by: object, more: object = {}): object => ({
  id: "ok",
  type: "approval",
  by,
  timeoutMs: HOUR_MS,
  onTimeout: "refused",
  ...more,
});
const waits = (wait: object, more: object = {}): object => ({ id: "w", type: "wait", for: wait, ...more });
const file = (more: object = {}): object => ({
  name: "f",
  type: "file",
  test: "exists",
  uri: "'/srv/f'",
  ...more,
});
const resource = (more: object): Scenario => ({
  without: { nodes: [own({ resources: [file()] })] },
  having: { nodes: [own({ resources: [file(more)] })] },
});
const checked = (check: object): Scenario => ({
  without: { nodes: [own({})] },
  having: { nodes: [own({ successCondition: check })] },
});
const FALSE = { type: "logic", expression: "false" };
const TRUE = { type: "logic", expression: "true" };
const nodes = (without: Nodes, having: Nodes, more?: PlayOptions): Scenario => ({
  without: { nodes: without },
  having: { nodes: having },
  ...(more !== undefined && { more }),
});
const LATER = { check: TRUE, afterMs: HOUR_MS, everyMs: HOUR_MS, timeoutMs: 4 * HOUR_MS };
const RETRY = { times: 2, intervalMs: HOUR_MS };
const approve = (scheduler: Scheduler, id: string): Promise<unknown> =>
  annOf(scheduler).tasks.operate(id, { type: "approve", node: "ok", branch: "approved" });
const day = (more: object): object => ({ params: [{ name: "day", type: "number", ...more }] });
const loop = (more: object, back: object = {}): Nodes => [
  which({ pre: [{ node: "b", ...back }], loop: { maxVisits: 2, ...more } }, [
    { name: "yes", when: "$.VISIT < 3" },
  ]),
  echo("b", { pre: [{ node: "c", branch: "yes" }] }),
];

const V = { name: "v", type: "number", expression: "7" };
const W = { ...V, name: "w" };
const writes = (expression: string, name = "v"): object => ({ vars: [{ name, expression }] });
const SHOWS_V = { params: [{ name: "x", expression: "$.VARS.v ?? 0" }] };

/** What is drawn and means nothing to a run. */
export const DRAWN: ReadonlySet<string> = new Set([
  "nodes.position.x",
  "nodes.position.y",
  "nodes.title",
  "nodes.position",
]);
/** Without it a body is none: it has one value, or says which of others there are. */
export const FORM: ReadonlySet<string> = new Set([
  "engine",
  "nodes",
  "id",
  "type",
  "job",
  "work",
  "for",
  "by",
  "key",
  "resources",
  "branches",
  "loop",
]);

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "params.name": {
    without: { ...day({}), nodes: [echo("a")] },
    having: { params: [{ name: "other", type: "number" }], nodes: [echo("a")] },
    more: { args: { day: 1 } },
  },
  "params.type": {
    without: {
      ...day({ value: 1 }),
      nodes: [own({ params: [{ name: "p", type: "json" }] }, { params: [{ name: "p", value: "4x" }] })],
    },
    having: {
      ...day({ value: 1 }),
      nodes: [
        own(
          { params: [{ name: "p", type: "number" }] },
          { params: [{ name: "p", expression: "'4' + 'x'" }] },
        ),
      ],
    },
  },
  "params.value": nodes(
    [own({ params: [{ name: "p", type: "number" }] })],
    [own({ params: [{ name: "p", type: "number", value: 4 }] })],
  ),
  "params.required": {
    without: { ...day({ value: 1 }), nodes: [echo("a")] },
    having: {
      ...day({ value: 1, required: true }),
      nodes: [own({ params: [{ name: "p", type: "number", required: true, value: 1 }] })],
    },
  },
  // A secret has one kind of value, and that kind has no other place.
  "params.secret": nodes(
    [own({ ...OF_CODE, params: [{ name: "p", type: "text" }] }, { params: [{ name: "p", value: "x" }] })],
    [
      own(
        { ...OF_CODE, params: [{ name: "p", type: "text", secret: true }] },
        { params: [{ name: "p", expression: "$.SECRET['K']" }] },
      ),
    ],
  ),
  "params.expression": nodes([echo("a")], [echo("a", { params: [{ name: "x", expression: "1 + 1" }] })]),
  vars: {
    without: { nodes: [echo("a", { params: [{ name: "x", expression: "$.VARS.v ?? 0" }] })] },
    having: {
      vars: [{ name: "v", type: "number", expression: "7" }],
      nodes: [echo("a", { params: [{ name: "x", expression: "$.VARS.v ?? 0" }] })],
    },
  },
  "vars.name": {
    without: { vars: [{ name: "v", type: "number", expression: "7" }], nodes: [echo("a", SHOWS_V)] },
    having: { vars: [{ name: "w", type: "number", expression: "7" }], nodes: [echo("a", SHOWS_V)] },
  },
  "vars.type": {
    without: { vars: [{ name: "v", type: "json", expression: "'4x'" }], nodes: [echo("a", SHOWS_V)] },
    having: { vars: [{ name: "v", type: "number", expression: "'4x'" }], nodes: [echo("a", SHOWS_V)] },
  },
  "vars.expression": {
    without: { vars: [{ name: "v", type: "number", expression: "7" }], nodes: [echo("a", SHOWS_V)] },
    having: { vars: [{ name: "v", type: "number", expression: "8" }], nodes: [echo("a", SHOWS_V)] },
  },
  "nodes.vars": {
    without: { vars: [V], nodes: [echo("a"), echo("b", { ...after("a"), ...SHOWS_V })] },
    having: { vars: [V], nodes: [echo("a", writes("8")), echo("b", { ...after("a"), ...SHOWS_V })] },
  },
  "nodes.vars.name": {
    without: { vars: [V, W], nodes: [echo("a", writes("8")), echo("b", { ...after("a"), ...SHOWS_V })] },
    having: { vars: [V, W], nodes: [echo("a", writes("8", "w")), echo("b", { ...after("a"), ...SHOWS_V })] },
  },
  "nodes.vars.expression": {
    without: { vars: [V], nodes: [echo("a", writes("8")), echo("b", { ...after("a"), ...SHOWS_V })] },
    having: { vars: [V], nodes: [echo("a", writes("9")), echo("b", { ...after("a"), ...SHOWS_V })] },
  },
  results: {
    without: { nodes: [echo("a")] },
    having: { nodes: [echo("a")], results: [{ name: "r", type: "number", expression: "1" }] },
  },
  "results.name": {
    without: { nodes: [echo("a")], results: [{ name: "q", type: "number", expression: "1" }] },
    having: { nodes: [echo("a")], results: [{ name: "r", type: "number", expression: "1" }] },
  },
  "results.type": {
    without: { nodes: [echo("a")], results: [{ name: "r", type: "text", expression: "'4x'" }] },
    having: { nodes: [echo("a")], results: [{ name: "r", type: "number", expression: "'4x'" }] },
  },
  "results.expression": {
    without: { nodes: [echo("a")], results: [{ name: "r", type: "number", expression: "1" }] },
    having: { nodes: [echo("a")], results: [{ name: "r", type: "number", expression: "2" }] },
  },
  "resources.name": nodes(
    [own({ resources: [file()] })],
    [own({ resources: [file({ uri: "'none'", name: "g" })] })],
  ),
  "resources.test": resource({ type: "service", test: "status", uri: "'none'" }),
  "resources.uri": resource({ uri: "'none'" }),
  "resources.expect": resource({ expect: "$.RESOURCE.STATUS == 500" }),
  "resources.retry.times": resource({ uri: "'none'", retry: { times: 3, intervalMs: HOUR_MS } }),
  "resources.retry.intervalMs": nodes(
    [own({ resources: [file({ uri: "'none'", retry: { times: 1, intervalMs: 1000 } })] })],
    [own({ resources: [file({ uri: "'none'", retry: { times: 1, intervalMs: 2000 } })] })],
    { beatMs: 500 },
  ),
  "resources.query": resource({
    type: "database",
    test: "query",
    query: "SELECT 1",
    expect: "$.RESOURCE.QUERY == 'SELECT 2'",
  }),
  "resources.values": resource({
    type: "database",
    test: "query",
    query: "SELECT 1",
    values: [{ expression: "1" }],
    expect: "count($.RESOURCE.VALUES) == 0",
  }),
  "resources.values.expression": nodes(
    [
      own({
        resources: [
          file({
            type: "database",
            test: "query",
            query: "q",
            values: [{ expression: "1" }],
            expect: "$.RESOURCE.VALUES[0] == 1",
          }),
        ],
      }),
    ],
    [
      own({
        resources: [
          file({
            type: "database",
            test: "query",
            query: "q",
            values: [{ expression: "2" }],
            expect: "$.RESOURCE.VALUES[0] == 1",
          }),
        ],
      }),
    ],
  ),
  successCondition: {
    without: { nodes: [echo("a")] },
    having: { nodes: [echo("a")], successCondition: "false" },
  },
  "successCondition.expression": checked(FALSE),
  "successCondition.use": checked({ type: "resource", use: file({ uri: "'none'" }) }),
  "successCondition.checks": checked({ type: "all", checks: [TRUE, FALSE] }),
  onFailure: {
    without: { nodes: [runs("bad"), runs("rest", "b"), echo("c", after("b"))] },
    having: { onFailure: "cancel", nodes: [runs("bad"), runs("rest", "b"), echo("c", after("b"))] },
  },
  onRetry: {
    without: { nodes: [echo("a"), runs("bad", "b", after("a"))] },
    having: { onRetry: "whole", nodes: [echo("a"), runs("bad", "b", after("a"))] },
    more: { options: { retryCount: 1, retryIntervalMs: 1000 } },
  },
  holdTimeoutMs: {
    without: { onFailure: "hold", nodes: [runs("bad")] },
    having: { onFailure: "hold", holdTimeoutMs: 2 * HOUR_MS, nodes: [runs("bad")] },
  },
  cleanupTimeoutMs: {
    without: { nodes: [runs("hang"), runs("hang", "z", { cleanup: true })] },
    having: { cleanupTimeoutMs: 7_200_000, nodes: [runs("hang"), runs("hang", "z", { cleanup: true })] },
    more: { act: (scheduler, id) => scheduler.instances.cancel(id) },
  },
  maxParallel: {
    without: { nodes: [runs("rest"), runs("rest", "b")] },
    having: { maxParallel: 1, nodes: [runs("rest"), runs("rest", "b")] },
  },
  pre: nodes([echo("a"), echo("b")], [echo("a"), echo("b", after("a"))]),
  "pre.node": nodes(
    [echo("a"), runs("bad", "b"), echo("d", after("a"))],
    [echo("a"), runs("bad", "b"), echo("d", after("b"))],
  ),
  "pre.on": nodes(
    [runs("bad"), echo("b", after("a"))],
    [runs("bad"), echo("b", { pre: [{ node: "a", on: "failed" }] })],
  ),
  "pre.branch": nodes(
    [which(), echo("b", { pre: [{ node: "c" }] })],
    [which(), echo("b", { pre: [{ node: "c", branch: "no" }] })],
  ),
  "pre.handles": nodes(
    [runs("bad"), echo("b", { pre: [{ node: "a", on: "failed" }] })],
    [runs("bad"), echo("b", { pre: [{ node: "a", on: "failed", handles: false }] })],
  ),
  join: nodes(
    [echo("a"), which(), echo("b", { pre: [{ node: "a" }, { node: "c", branch: "no" }] })],
    [echo("a"), which(), echo("b", { join: "all", pre: [{ node: "a" }, { node: "c", branch: "no" }] })],
  ),
  "join.min": nodes(
    [echo("a"), echo("d"), runs("rest", "e"), echo("b", { ...after("a", "d", "e"), join: "all" })],
    [echo("a"), echo("d"), runs("rest", "e"), echo("b", { ...after("a", "d", "e"), join: { min: 2 } })],
  ),
  skipWhen: nodes([echo("a")], [echo("a", { skipWhen: "true" })]),
  allowFailure: nodes([runs("bad")], [runs("bad", "a", { allowFailure: true })]),
  cleanup: nodes(
    [runs("bad"), echo("z", after("a"))],
    [runs("bad"), echo("z", { ...after("a"), cleanup: true })],
  ),
  params: nodes([echo("a")], [echo("a", { params: [{ name: "x", value: 1 }] })]),
  each: nodes([echo("a")], [echo("a", { each: { items: "[1, 2]" } })]),
  "each.items": nodes([echo("a", { each: { items: "[1]" } })], [echo("a", { each: { items: "[1, 2]" } })]),
  "each.sets": nodes(
    [echo("a", { each: { sets: [[{ name: "x", value: 1 }]] } })],
    [echo("a", { each: { sets: [[{ name: "x", value: 2 }]] } })],
  ),
  "each.sets.name": nodes(
    [echo("a", { each: { sets: [[{ name: "x", value: 1 }]] } })],
    [echo("a", { each: { sets: [[{ name: "y", value: 1 }]] } })],
  ),
  "each.sets.value": nodes(
    [echo("a", { each: { sets: [[{ name: "x", value: 1 }]] } })],
    [echo("a", { each: { sets: [[{ name: "x", value: 3 }]] } })],
  ),
  "each.sets.expression": nodes(
    [echo("a", { each: { sets: [[{ name: "x", expression: "$.INDEX" }]] } })],
    [echo("a", { each: { sets: [[{ name: "x", expression: "$.INDEX + 1" }]] } })],
  ),
  "each.maxParallel": nodes(
    [runs("rest", "a", { each: { items: "[1, 2]" } })],
    [runs("rest", "a", { each: { items: "[1, 2]", maxParallel: 1 } })],
  ),
  "each.onItemFailure": nodes(
    [runs("bad", "a", { each: { items: "[1, 2]", maxParallel: 1 } })],
    [runs("bad", "a", { each: { items: "[1, 2]", maxParallel: 1, onItemFailure: "stop" } })],
  ),
  "each.minOk": nodes(
    [runs("bad", "a", { each: { items: "[1]" } })],
    [runs("bad", "a", { each: { items: "[1]", minOk: 0 } })],
  ),
  retry: nodes([runs("bad")], [runs("bad", "a", { retry: RETRY })]),
  "retry.times": nodes(
    [runs("bad", "a", { retry: RETRY })],
    [runs("bad", "a", { retry: { ...RETRY, times: 3 } })],
  ),
  "retry.intervalMs": nodes(
    [runs("bad", "a", { retry: RETRY })],
    [runs("bad", "a", { retry: { ...RETRY, intervalMs: 2 * HOUR_MS } })],
  ),
  "retry.backoff": nodes(
    [runs("bad", "a", { retry: { ...RETRY, backoff: 2 } })],
    [runs("bad", "a", { retry: { ...RETRY, backoff: 4 } })],
  ),
  "retry.maxIntervalMs": nodes(
    [runs("bad", "a", { retry: { ...RETRY, backoff: 4 } })],
    [runs("bad", "a", { retry: { ...RETRY, backoff: 4, maxIntervalMs: HOUR_MS } })],
  ),
  "retry.on": nodes(
    [runs("bad", "a", { retry: RETRY })],
    [runs("bad", "a", { retry: { ...RETRY, on: ["timeout"] } })],
  ),
  timeoutMs: nodes([runs("rest")], [runs("rest", "a", { timeoutMs: 60_000 })]),
  waitTimeoutMs: nodes([runs("far")], [runs("far", "a", { waitTimeoutMs: 2 * HOUR_MS })]),
  priority: nodes([echo("a")], [echo("a", { priority: 1 })]),
  wait: nodes([runs("rest")], [runs("rest", "a", { wait: false })]),
  version: nodes(
    [{ id: "a", type: "task", key: "inner" }],
    [{ id: "a", type: "task", key: "inner", version: 7 }],
  ),
  "job.ready": nodes([own({})], [own({ ready: script("bad") })]),
  "job.end": nodes([own({})], [own({ end: script("bad") })]),
  "job.params": nodes([own({})], [own({ params: [{ name: "p", type: "number", value: 2 }] })]),
  "job.verify": nodes([own({})], [own({ verify: LATER })]),
  "verify.check": nodes([own({ verify: LATER })], [own({ verify: { ...LATER, check: FALSE } })]),
  "verify.afterMs": nodes([own({ verify: LATER })], [own({ verify: { ...LATER, afterMs: 2 * HOUR_MS } })]),
  "verify.everyMs": nodes(
    [own({ verify: { ...LATER, check: FALSE } })],
    [own({ verify: { ...LATER, check: FALSE, everyMs: 2 * HOUR_MS } })],
  ),
  "verify.timeoutMs": nodes(
    [own({ verify: { ...LATER, check: FALSE } })],
    [own({ verify: { ...LATER, check: FALSE, timeoutMs: 8 * HOUR_MS } })],
  ),
  "verify.callback": nodes([own({})], [own({ verify: { callback: true, timeoutMs: 2 * HOUR_MS } })]),
  "verify.check.expression": nodes([own({ verify: LATER })], [own({ verify: { ...LATER, check: FALSE } })]),
  "verify.check.checks": nodes(
    [own({ verify: LATER })],
    [own({ verify: { ...LATER, check: { type: "all", checks: [TRUE, FALSE] } } })],
  ),
  "verify.check.use": nodes(
    [own({ verify: LATER })],
    [own({ verify: { ...LATER, check: { type: "resource", use: file({ uri: "'none'" }) } } })],
  ),
  "branches.name": nodes(
    [which(), echo("b", { pre: [{ node: "c", branch: "yes" }] })],
    [which({}, [{ name: "y", when: "true" }]), echo("b", { pre: [{ node: "c", branch: "y" }] })],
  ),
  "branches.when": nodes(
    [which(), echo("b", { pre: [{ node: "c", branch: "yes" }] })],
    [which({}, [{ name: "yes", when: "false" }]), echo("b", { pre: [{ node: "c", branch: "yes" }] })],
  ),
  else: nodes(
    [which({ else: "no" }, [{ name: "yes", when: "false" }])],
    [which({ else: "other" }, [{ name: "yes", when: "false" }])],
  ),
  all: nodes(
    [
      which({}, [
        { name: "x", when: "true" },
        { name: "y", when: "true" },
      ]),
    ],
    [
      which({ all: true }, [
        { name: "x", when: "true" },
        { name: "y", when: "true" },
      ]),
    ],
  ),
  "loop.maxVisits": nodes(loop({}), loop({ maxVisits: 5 })),
  "loop.delayMs": nodes(loop({ maxVisits: 5 }), loop({ maxVisits: 5, delayMs: HOUR_MS })),
  "for.ms": nodes([waits({ ms: "3600000" })], [waits({ ms: "7200000" })]),
  "for.until": nodes(
    [waits({ until: "'2026-03-02T02:00:00Z'" })],
    [waits({ until: "'2026-03-02T04:00:00Z'" })],
  ),
  "for.signal": nodes([waits({ signal: "go" })], [waits({ signal: "stop" })], {
    act: (scheduler, id) => scheduler.tasks.operate(id, { type: "signal", signal: "go" }),
  }),
  "for.check": nodes(
    [waits({ check: "true", everyMs: 1000 })],
    [waits({ check: "false", everyMs: 1000 }, { timeoutMs: 2000 })],
  ),
  "for.everyMs": nodes(
    [waits({ check: "false", everyMs: HOUR_MS }, { timeoutMs: 4 * HOUR_MS })],
    [waits({ check: "false", everyMs: 2 * HOUR_MS }, { timeoutMs: 4 * HOUR_MS })],
  ),
  onTimeout: nodes(
    [waits({ signal: "go" }, { timeoutMs: HOUR_MS })],
    [waits({ signal: "go" }, { timeoutMs: HOUR_MS, onTimeout: "continue" })],
  ),
  form: nodes(
    [ask({})],
    [ask({}, { form: { type: "object", required: ["note"], properties: { note: { type: "string" } } } })],
    { act: approve },
  ),
  "by.users": nodes([ask({})], [ask({ users: ["user:bob"] })], { act: approve }),
  "by.roles": nodes([ask({ users: ["user:bob"] })], [ask({ users: ["user:bob"], roles: ["runs:operate"] })], {
    act: approve,
  }),
  "by.quorum": nodes([ask({})], [ask({ quorum: 2 })], { act: approve }),
  "by.notTheStarter": nodes([ask({})], [ask({ notTheStarter: true })], { act: approve }),
};
