import {
  defineRecurringJob,
  type JobContext,
  defineTriggeredJob,
  type JobRegistration,
  type MoJobScheduler,
} from "@mojob/core";
import { ALL_PERMISSIONS, isReading, needsOf, parseKeyRing, type Use } from "@mojob/core/engine";
import { anIncident } from "@mojob/contract-tests";
import type { Act, IMoWorkRunner } from "@mojob/core/ports";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

const PUBLIC_KEY = "MCowBQYDK2VwAyEAovsBh37cn/VK7NfVYrZaG1U0ur79bKSgvO5SArzGKG0=";
const SECRET = "open sesame";
const FROM = { address: "192.0.2.7", agent: "test", requestId: "r-1" };
const PAGE = { limit: 200 };

let close: () => Promise<void> = async () => {};
let letGo: () => void = () => {};
afterEach(async () => {
  letGo();
  await close();
});

const jobs: readonly JobRegistration[] = [
  defineTriggeredJob({ key: "ops.echo", execute: (args) => args as string }),
  defineTriggeredJob({
    key: "ops.fail",
    execute: () => {
      throw new Error("broken");
    },
  }),
  defineTriggeredJob({
    key: "ops.hang",
    maxConcurrency: 1,
    whenFull: "queue",
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  }),
  defineTriggeredJob({
    key: "ops.stuck",
    timeoutMs: 100,
    execute: () => new Promise<void>((resolve) => (letGo = resolve)),
  }),
  defineRecurringJob({ key: "ops.tick", cron: "0 0 1 1 *", execute: () => {} }),
];

/** Takes scripts and runs nothing. */
const scripts: IMoWorkRunner<JobContext> = {
  kind: "script",
  handlers: ["bash"],
  canRun: ({ work }) => work.kind === "script",
  run: () => Promise.resolve(null),
};

/** The scheduler of li, who asks from a browser. */
async function start(): Promise<MoJobScheduler> {
  const keys = parseKeyRing(`k1 ${btoa("k".repeat(32))}`);
  const store = new MetadataStoreInMemoryProvider();
  await store.incidents.write([anIncident("default", 1, { id: INCIDENT, app: "ops" })]);
  const started = await startEmbedded({
    app: "ops",
    jobs,
    keys,
    store,
    runners: [scripts],
    shutdownGraceMs: 100,
    hooks: { onRunEnd: () => {} },
  });
  ({ close } = started);
  const li = { kind: "user", name: "li", permissions: ALL_PERMISSIONS } as const;
  return started.scheduler.as(li, undefined, FROM);
}

const INCIDENT = "i-1";
const SCRIPT = { kind: "script", language: "bash", source: "echo one" };

/** A call that changes something. */
type Call = (scheduler: MoJobScheduler) => Promise<unknown>;

async function createScript({ jobs: service }: MoJobScheduler): Promise<void> {
  await service.create({ key: "ops.script", app: "ops", kind: "triggered", work: SCRIPT });
}

/** A run that waits for the slot that another one has. */
async function waiting({ instances }: MoJobScheduler): Promise<string> {
  await instances.trigger("ops.hang", {});
  return (await instances.trigger("ops.hang", {})).id;
}

async function failed(scheduler: MoJobScheduler): Promise<string> {
  const { id } = await scheduler.instances.trigger("ops.fail", {});
  await scheduler.ended(id, { timeoutMs: 10_000 });
  return id;
}

async function task(scheduler: MoJobScheduler): Promise<string> {
  await scheduler.jobs.create({
    key: "ops.task",
    app: "ops",
    kind: "triggered",
    work: {
      kind: "task",
      body: {
        engine: 1,
        vars: [{ name: "day", type: "number", expression: "1" }],
        nodes: [{ id: "ask", type: "wait", for: { signal: "go" } }],
      },
    },
  });
  const { id } = await scheduler.instances.trigger("ops.task", {});
  await expect
    .poll(async () => (await scheduler.tasks.get(id)).nodes.map(({ status }) => status))
    .toEqual(["Waiting"]);
  return id;
}

async function abandoned(scheduler: MoJobScheduler): Promise<string> {
  const { id } = await scheduler.instances.trigger("ops.stuck", {});
  const isAbandoned = async () => (await scheduler.instances.get(id)).abandoned !== null;
  await expect.poll(isAbandoned, { timeout: 15_000 }).toBe(true);
  return id;
}

async function worker(scheduler: MoJobScheduler): Promise<string> {
  return (await scheduler.workers())[0]?.id as string;
}

const HEARTBEAT = { id: "backup", app: "ops", everyMs: 3_600_000 };
const RULE = { id: "night", condition: "run_failed", note: "At night" };
const ROUTE = { id: "all", job: "ops.hang" };
const silence = (s: MoJobScheduler) =>
  s.alarms.silence({ until: new Date(Date.now() + 60_000), reason: "Release" });

/** One call of every method that changes something, and the kind of act that it leaves. */
const CALLS: Readonly<Record<string, readonly [kind: Act["kind"], call: Call]>> = {
  "jobs.create": ["create", createScript],
  "jobs.copy": ["copy", (s) => s.jobs.copy("ops.tick", { key: "ops.other" })],
  "jobs.update": ["edit", (s) => s.jobs.update("ops.tick", { priority: 1 }, 1)],
  "jobs.remove": ["delete", (s) => s.jobs.remove("ops.tick", 1)],
  "jobs.pause": ["pause", (s) => s.jobs.pause("ops.tick")],
  "jobs.resume": ["resume", (s) => s.jobs.pause("ops.tick").then(() => s.jobs.resume("ops.tick"))],
  "jobs.stopApp": ["stop_app", (s) => s.jobs.stopApp("ops")],
  "jobs.startApp": ["start_app", (s) => s.jobs.startApp("ops")],
  trigger: ["run", async (s) => (await s.trigger("ops.echo", null, { manual: true })).instance],
  "instances.trigger": ["run", (s) => s.instances.trigger("ops.echo", { manual: true })],
  "instances.triggerMany": ["run", (s) => s.instances.triggerMany("ops.echo", [{ manual: true }])],
  "instances.tryWork": ["try", (s) => s.instances.tryWork({ app: "ops", work: SCRIPT })],
  "instances.cancel": ["cancel", async (s) => s.instances.cancel(await waiting(s))],
  "instances.release": ["release", async (s) => s.instances.release(await abandoned(s))],
  "instances.rerun": ["rerun", async (s) => s.instances.rerun(await failed(s))],
  "instances.handleFailure": ["handle_failure", (s) => s.instances.handleFailure("g-1", { note: "Known" })],
  "instances.bulk": ["rerun", async (s) => s.instances.bulk({ action: "rerun", ids: [await failed(s)] })],
  "queue.prioritize": ["prioritize", async (s) => s.queue.prioritize(await waiting(s), 1)],
  "queue.runNext": ["prioritize", async (s) => s.queue.runNext((await waiting(s), await waiting(s)))],
  "queue.clear": ["clear_queue", async (s) => (await waiting(s), s.queue.clear({ all: true }))],
  "secrets.create": ["edit_secret", (s) => s.secrets.create("ops", "key", SECRET)],
  "secrets.replace": [
    "edit_secret",
    async (s) => (await s.secrets.create("ops", "key", SECRET), s.secrets.replace("ops", "key", SECRET)),
  ],
  "secrets.remove": [
    "edit_secret",
    async (s) => (await s.secrets.create("ops", "key", SECRET), s.secrets.remove("ops", "key")),
  ],
  "secrets.reseal": ["edit_secret", (s) => s.secrets.reseal()],
  "scripts.save": [
    "edit",
    async (s) => (
      await createScript(s),
      s.scripts.save("ops.script", { source: "echo two", expectedVersion: 1 })
    ),
  ],
  "scripts.saveDraft": [
    "edit",
    async (s) => (await createScript(s), s.scripts.saveDraft("ops.script", { source: "echo two" })),
  ],
  "scripts.release": [
    "edit",
    async (s) => {
      await createScript(s);
      const { version } = await s.scripts.save("ops.script", { source: "echo two", expectedVersion: 1 });
      return s.scripts.release("ops.script", 1, { expectedVersion: version });
    },
  ],
  "incidents.acknowledge": ["handle_incident", (s) => s.incidents.acknowledge(INCIDENT, "Mine")],
  "incidents.assign": ["handle_incident", (s) => s.incidents.assign(INCIDENT, "user:wu")],
  "incidents.snooze": ["handle_incident", (s) => s.incidents.snooze(INCIDENT, null)],
  "incidents.note": ["handle_incident", (s) => s.incidents.note(INCIDENT, "Seen")],
  "incidents.resolve": ["handle_incident", (s) => s.incidents.resolve(INCIDENT)],
  "alarms.replaceRules": ["edit_alarms", (s) => s.alarms.replaceRules([RULE], 0)],
  "alarms.replaceRoutes": ["edit_alarms", (s) => s.alarms.replaceRoutes([ROUTE], 0)],
  "alarms.replaceHeartbeats": ["edit_alarms", (s) => s.alarms.replaceHeartbeats([HEARTBEAT], 0)],
  "alarms.silence": ["edit_alarms", silence],
  "alarms.endSilence": ["edit_alarms", async (s) => s.alarms.endSilence((await silence(s)).id)],
  "operations.changeJobs": ["pause", (s) => s.operations.changeJobs({ action: "pause", keys: ["ops.tick"] })],
  "operations.resumePaused": [
    "resume",
    async (s) => {
      const { operation } = await s.operations.changeJobs({ action: "pause", keys: ["ops.tick"] });
      return s.operations.resumePaused(operation);
    },
  ],
  "operations.cancelMade": [
    "cancel",
    async (s) => {
      const run = { manual: true };
      const { operation } = await s.operations.changeJobs({ action: "run", keys: ["ops.hang"], run });
      return s.operations.cancelMade(operation);
    },
  ],
  "tasks.operate": [
    "operate_task",
    async (s) => s.tasks.operate(await task(s), { type: "signal", signal: "go" }),
  ],
  "tasks.editValue": [
    "operate_task",
    async (s) => s.tasks.editValue(await task(s), { path: ["VARS", "day"], value: 2, reason: "Another day" }),
  ],
  "tasks.rerun": [
    "rerun",
    async (s) => {
      const id = await task(s);
      await s.tasks.operate(id, { type: "signal", signal: "go" });
      await s.ended(id, { timeoutMs: 10_000 });
      return s.tasks.rerun(id, { type: "whole" });
    },
  ],
  "registry.register": [
    "register",
    async (s) => {
      const sync = { key: "crm.sync", kind: "triggered", options: {}, argsSchema: null } as const;
      return s.registry.register("crm", [s.registry.declare(sync, await s.registry.defaults())]);
    },
  ],
  "settings.change": ["edit_tenant", (s) => s.settings.change({ displayName: "Operations" }, null)],
  drainWorker: ["drain_worker", async (s) => s.drainWorker(await worker(s))],
  undrainWorker: ["undrain_worker", async (s) => s.undrainWorker(await worker(s))],
  expectExecutor: ["edit_executors", (s) => s.expectExecutor("ops", { name: "ops-1" })],
  forgetExecutor: [
    "edit_executors",
    async (s) => (await s.expectExecutor("ops", { name: "ops-1" }), s.forgetExecutor("ops", "ops-1")),
  ],
  addExecutorKey: ["edit_executors", (s) => s.addExecutorKey("ops", { publicKey: PUBLIC_KEY })],
  removeExecutorKey: [
    "edit_executors",
    async (s) => {
      const { id } = await s.addExecutorKey("ops", { publicKey: PUBLIC_KEY });
      return s.removeExecutorKey("ops", id);
    },
  ],
};

/** They need a permission to change things, and change none. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(["registry.check"]);

/** The names of the methods of a scheduler and of its services. */
function methodsOf(scheduler: MoJobScheduler): readonly string[] {
  const names: string[] = [];
  for (const [name, part] of Object.entries(scheduler)) {
    if (typeof part === "function") names.push(name);
    // Those of a service are on what it is made of.
    else if (typeof part === "object" && part !== null)
      for (const method in part)
        if (typeof (part as Record<string, unknown>)[method] === "function") names.push(`${name}.${method}`);
  }
  return names;
}

function changes(method: string): boolean {
  const { always, sometimes } = needsOf([method as Use]);
  return [...always, ...sometimes].some((permission) => !isReading(permission));
}

describe("the history", () => {
  it("is known to have an act of every method that changes something", async () => {
    const changing = methodsOf(await start()).filter(
      (method) => changes(method) && !CHANGES_NOTHING.has(method),
    );
    expect(Object.keys(CALLS).sort()).toEqual([...changing].sort());
  });

  it.each(Object.entries(CALLS))(
    "has what %s did: who, from where, when and with what outcome",
    async (_, [kind, call]) => {
      const scheduler = await start();
      await call(scheduler);
      const { items } = await scheduler.audit.list({}, PAGE);
      expect(items.find((act) => act.kind === kind)).toMatchObject({
        kind,
        by: { id: "user:li", name: "li" },
        from: FROM,
        outcome: "done",
        code: null,
      });
      expect(items.every(({ by }) => by?.id === "user:li")).toBe(true);
      expect(JSON.stringify(items)).not.toContain(SECRET);
      expect(await scheduler.audit.verify()).toMatchObject({ ok: true, entries: items.length });
    },
    30_000,
  );
});
