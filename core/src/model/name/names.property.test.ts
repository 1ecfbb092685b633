import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionsTopic, executionTopic, orchestratorQueue, runsEndedTopic } from "./channel.ts";
import { toApp } from "../destination.ts";
import { isScheduleName } from "../option/value/named-schedule.ts";
import { assertApp, assertIdempotencyKey, assertJobKey, assertTenant, DEFAULT_TENANT } from "./names.ts";
import { fireId, idempotentId, instanceIdOf, runWorkflowId, schedulerWorkflowId } from "./run-id.ts";
import {
  clockLeaseKey,
  conditionKey,
  declaredKey,
  droppedKey,
  embeddedLeaseKey,
  callNonceKey,
  executorKeysKey,
  executorKeyUseKey,
  expectedExecutorsKey,
  firingCursorKey,
  copyKey,
  followerPositionKey,
  HEALTH_KEY,
  pendingJobKey,
  pendingKey,
  removedJobKey,
  taskTrialsKey,
  trialStateKey,
} from "./state-key.ts";

/** Texts of few characters, among them every separator, so that near misses are common; only those an assert takes are kept. */
function accepted(assert: (text: string) => void, characters: string): fc.Arbitrary<string> {
  const takes = (text: string): boolean => {
    try {
      assert(text);
      return true;
    } catch {
      return false;
    }
  };
  return fc
    .string({ unit: fc.constantFrom(...characters.split("")), minLength: 1, maxLength: 6 })
    .filter(takes);
}

const reserved = fc.constantFrom(
  "definitions",
  "scheduler",
  "pending",
  "firing",
  "health",
  "embedded",
  "default",
);
const tenant = fc.oneof({ weight: 4, arbitrary: accepted(assertTenant, "ab-_./:|#@ ") }, reserved);
const app = fc.oneof({ weight: 4, arbitrary: accepted(assertApp, "ab-_./:|#@ ") }, reserved);
const jobKey = fc.oneof({ weight: 4, arbitrary: accepted(assertJobKey, "ab$-_./:|#@ ") }, reserved);
const idempotencyKey = accepted(assertIdempotencyKey, "ab|#@/:.");
/** Of workers it is an app, a dash and a UUID; the ids of other executors are any text. */
const executorId = fc.string({
  unit: fc.constantFrom(..."ab-_./:|#@".split("")),
  minLength: 1,
  maxLength: 6,
});
const scheduleName = fc
  .string({ unit: fc.constantFrom(..."ab-_./:|#@ ".split("")), minLength: 1, maxLength: 6 })
  .filter(isScheduleName);
const keyid = fc.tuple(app, app).map(([ofApp, executor]) => `${ofApp}/${executor}/0`);
const nominal = fc.constantFrom(new Date(0), new Date(1000));

type Named = readonly [name: string, meaning: readonly string[]];
const named = <Values extends readonly unknown[]>(
  kind: string,
  build: (...values: Values) => string,
  ...parts: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }
): fc.Arbitrary<Named> =>
  fc
    .tuple(...(parts as readonly fc.Arbitrary<unknown>[]))
    .map((values) => [build(...(values as unknown as Values)), [kind, ...values.map(String)]]);

const runId = fc.oneof(
  fc.tuple(jobKey, nominal, fc.option(scheduleName)).map((parts) => fireId(...parts)),
  fc.tuple(jobKey, idempotencyKey).map(([key, own]) => idempotentId(key, own)),
  fc.uuid({ version: 7 }),
);

const SPACES: Readonly<Record<string, fc.Arbitrary<Named>>> = {
  "topics and task queues": fc.oneof(
    named("execution", (...place) => executionTopic(toApp(...place)), tenant, app),
    named(
      "execution of one executor",
      (...[tenantName, appName, executor]) => executionTopic({ ...toApp(tenantName, appName), executor }),
      tenant,
      app,
      executorId,
    ),
    named("orchestrator", orchestratorQueue, tenant),
    named("definitions", definitionsTopic, tenant),
    named("ended", runsEndedTopic, tenant),
  ),
  "run ids": fc.oneof(
    named("fire", fireId, jobKey, nominal, fc.option(scheduleName)),
    named("idempotent", idempotentId, jobKey, idempotencyKey),
  ),
  "workflow ids": fc.oneof(
    named("run", runWorkflowId, tenant, runId),
    named("scheduler", schedulerWorkflowId, tenant),
  ),
  "state keys": fc.oneof(
    named("cursor", firingCursorKey, tenant),
    named("pending", pendingKey, tenant),
    named("pending job", pendingJobKey, tenant, jobKey),
    named("embedded", embeddedLeaseKey, tenant),
    named("declared", declaredKey, tenant, app),
    named("dropped", droppedKey, tenant, app),
    named("expected", expectedExecutorsKey, tenant, app),
    named("executor keys", executorKeysKey, tenant, app, app),
    named("executor key use", executorKeyUseKey, tenant, keyid),
    named("call nonce", callNonceKey, tenant, keyid, idempotencyKey),
    named("removed", removedJobKey, tenant, jobKey),
    named("trial", trialStateKey, tenant, jobKey),
    named("task trials", taskTrialsKey, tenant),
    named("clock", clockLeaseKey, tenant),
    named("condition", conditionKey, tenant, jobKey, jobKey),
    named("copy", copyKey, tenant),
    named("followed", followerPositionKey, tenant, jobKey),
    fc.constant([HEALTH_KEY, ["health"]] as const),
  ),
};

describe("names", () => {
  it.each(Object.entries(SPACES))(
    "of different things never meet among %s",
    (_, arbitrary) => {
      fc.assert(
        fc.property(arbitrary, arbitrary, ([left, leftMeaning], [right, rightMeaning]) => {
          expect(left === right).toBe(JSON.stringify(leftMeaning) === JSON.stringify(rightMeaning));
        }),
        { numRuns: 2000 },
      );
    },
    120_000,
  );

  it("instanceIdOf() returns the run to its own tenant and nothing to another", () => {
    fc.assert(
      fc.property(tenant, tenant, runId, (own, other, id) => {
        const workflowId = runWorkflowId(own, id);
        expect(instanceIdOf(own, workflowId)).toBe(id);
        if (other !== own) expect(instanceIdOf(other, workflowId)).toBeNull();
      }),
      { numRuns: 2000 },
    );
    expect(instanceIdOf(DEFAULT_TENANT, "default|x")).toBeNull();
    expect(instanceIdOf("acme", "acme|")).toBeNull();
  }, 120_000);
});

describe("assertTenant() and assertApp()", () => {
  it.each(["", "a/b", "a.b", "a|b", "a:b", "x\ny", "-a", "_a", " a", "租户", "a".repeat(64), "a\u202eb"])(
    "refuse %j",
    (name) => {
      for (const assert of [assertTenant, assertApp]) {
        expect(() => assert(name)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
      }
    },
  );

  it.each(["default", "a", "A-1_b", "0", "a".repeat(63)])("take %j", (name) => {
    for (const assert of [assertTenant, assertApp]) expect(() => assert(name)).not.toThrow();
  });
});
