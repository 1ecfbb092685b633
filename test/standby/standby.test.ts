import { fileURLToPath } from "node:url";
import { uniqueName } from "@mojob/contract-tests";
import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, test } from "vitest";

const MEMBER = fileURLToPath(new URL("fixtures/member.ts", import.meta.url));

/** The lease lasts 10 s. */
const COMPUTE_MS = 12_000;

interface Member {
  readonly program: SpawnedProgram;
  readonly url: string;
  readonly wasStandingBy: boolean;
}

async function startMember(store: string): Promise<Member> {
  const program = spawnProgram(NODE, MEMBER, { env: { MOJOB_STORE: store } });
  const line = await program.line(/ at http:/);
  return { program, url: line.split(" at ")[1] ?? "", wasStandingBy: line.includes("standing by") };
}

/** The status that a load balancer or Kubernetes sees. */
async function readiness({ url }: Member): Promise<readonly [number, string]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, ((await response.json()) as { readonly status: string }).status];
}

async function hasTakenOver(member: Member): Promise<void> {
  await until("the member that stood by runs the jobs", async () => (await readiness(member))[1] === "ok", {
    patienceMs: 60_000,
  });
  const { pid } = member.program;
  await until("a run of the new member", async () => {
    const list = await fetch(`${member.url}/api/v1/instances?state=Succeeded&limit=1`);
    const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] };
    const run = await fetch(`${member.url}/api/v1/instances/${encodeURIComponent(items[0]?.id ?? "")}`);
    return ((await run.json()) as { readonly result: unknown }).result === pid;
  });
}

test("of the processes on one store one runs the jobs, and the next takes over when it ends or is killed", async () => {
  await using stack = new AsyncDisposableStack();
  const mongodb = stack.use(await startMongodb());
  const url = new URL(mongodb.url);
  url.pathname = `/${uniqueName("standby")}`;
  const first = await startMember(url.href);
  stack.use(first.program);
  const second = await startMember(url.href);
  stack.use(second.program);
  expect([first.wasStandingBy, second.wasStandingBy]).toEqual([false, true]);
  expect(await readiness(first)).toEqual([200, "ok"]);
  expect(await readiness(second)).toEqual([200, "standby"]);

  // It can be looked at and changes nothing.
  const jobs = (await (await fetch(`${second.url}/api/v1/jobs`)).json()) as {
    readonly items: readonly unknown[];
  };
  expect(jobs.items).toHaveLength(2);
  const pause = await fetch(`${second.url}/api/v1/jobs/tick/pause`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(pause.status).toBe(503);
  expect(await pause.json()).toMatchObject({
    code: "lock_held",
    detail: expect.stringContaining(`process ${first.program.pid} on "`),
  });

  // A thread keeps the lock while a job keeps the event loop from turning for longer than the lease lasts.
  const asked = await fetch(`${first.url}/api/v1/jobs/compute/instances`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ args: COMPUTE_MS }),
  });
  const { instance } = (await asked.json()) as { readonly instance: { readonly id: string } };
  const computed = await until(
    "the job that computes to end",
    async () => {
      const read = await fetch(`${second.url}/api/v1/instances/${encodeURIComponent(instance.id)}`);
      const run = (await read.json()) as { readonly state: string; readonly result: unknown };
      return ["Succeeded", "Terminated"].includes(run.state) && run;
    },
    { patienceMs: 60_000 },
  );
  expect(computed).toMatchObject({ state: "Succeeded", attempt: 1, result: first.program.pid });
  expect(await readiness(second)).toEqual([200, "standby"]);
  expect(await readiness(first)).toEqual([200, "ok"]);

  first.program.signalAlone("SIGTERM");
  expect(await first.program.exit).toMatchObject({ code: 0 });
  await hasTakenOver(second);

  const third = await startMember(url.href);
  stack.use(third.program);
  expect(await readiness(third)).toEqual([200, "standby"]);
  second.program.signalAlone("SIGKILL");
  await second.program.exit;
  await hasTakenOver(third);
}, 180_000);
