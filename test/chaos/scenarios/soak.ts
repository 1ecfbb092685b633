import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as timer } from "node:timers/promises";
import type { Cluster } from "../harness/cluster.ts";
import type { Member } from "../harness/member.ts";
import type { Scenario } from "./scenario.ts";

const KILL_EVERY_MS = 20_000;
const LOOK_EVERY_MS = 10_000;
const MEBIBYTE = 1024 * 1024;

interface Look {
  readonly atMs: number;
  readonly memory: number;
  readonly handles: number;
}

/** Hours at a steady rate with a kill every 20 s: what grows, and how fast. */
export function soak(minutes: number, say: (line: string) => void): Scenario {
  return {
    name: "soak",
    purpose: ["deaths", "retriesAfterCrash", "fires"],
    async disturb(cluster, nemesis, random) {
      const untilMs = performance.now() + minutes * 60_000;
      const looks = new Map<string, Look[]>();
      let killedAtMs = performance.now();
      while (performance.now() < untilMs) {
        await timer(LOOK_EVERY_MS);
        // The first of each kind is never killed: only a long-running process shows what grows.
        for (const member of [cluster.planes[0], cluster.workers[0]]) if (member) keepLook(looks, member);
        if (performance.now() - killedAtMs < KILL_EVERY_MS) continue;
        killedAtMs = performance.now();
        const { planes, workers } = cluster;
        const victims = [...planes.slice(1), ...workers.slice(1)];
        const index = random.between(0, victims.length - 1);
        const isPlane = index < planes.length - 1;
        await nemesis.play([
          {
            kind: isPlane ? "kill-control-plane" : "kill-worker",
            atMs: 0,
            lastsMs: 500,
            target: isPlane ? 1 + index : 2 + index - planes.length,
            amount: 0,
          },
        ]);
      }
      for (const [name, seen] of looks) say(`${name}: ${describeGrowth(seen)}`);
      say(`longest history of a workflow: ${await longestHistory(cluster)} events`);
    },
  };
}

function keepLook(looks: Map<string, Look[]>, member: Member): void {
  const { pid } = member;
  if (pid === null) return;
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  const seen = looks.get(member.name) ?? [];
  seen.push({
    atMs: performance.now(),
    memory: (pages * 4096) / MEBIBYTE,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  });
  looks.set(member.name, seen);
}

/** By least squares over the second half: the first fills caches. */
function describeGrowth(looks: readonly Look[]): string {
  const half = looks.slice(Math.floor(looks.length / 2));
  const slope = (of: (look: Look) => number): string => (slopeOf(half, of) * 60_000).toFixed(2);
  const last = looks.at(-1);
  const onTheWay = [0, 0.25, 0.5, 0.75].map((share) => looks[Math.floor(looks.length * share)]);
  const memory = [...onTheWay, last].map((look) => look?.memory.toFixed(0)).join(", ");
  return `memory ${memory} MiB, ${slope(({ memory: mebibytes }) => mebibytes)} MiB a minute at last; handles ${last?.handles}, ${slope(({ handles }) => handles)} a minute`;
}

function slopeOf(looks: readonly Look[], of: (look: Look) => number): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const meanAt = mean(looks.map(({ atMs }) => atMs));
  const meanOf = mean(looks.map(of));
  const above = looks.reduce((sum, look) => sum + (look.atMs - meanAt) * (of(look) - meanOf), 0);
  const below = looks.reduce((sum, { atMs }) => sum + (atMs - meanAt) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

async function longestHistory({ temporal }: Cluster): Promise<number> {
  if (temporal === null) return 0;
  const { connectTemporal } = await import("@mojob/runtime-temporal");
  const { client, close } = await connectTemporal({
    address: temporal.address,
    namespace: temporal.namespace,
  });
  // The list knows the length of those that have ended alone.
  const ended = client.workflow.list({ query: 'ExecutionStatus != "Running"' });
  const running = client.workflow.list({ query: 'ExecutionStatus = "Running"' });
  let most = 0;
  for await (const { historyLength } of ended) most = Math.max(most, historyLength);
  for await (const { workflowId } of running) {
    const { historyLength } = await client.workflow.getHandle(workflowId).describe();
    most = Math.max(most, historyLength);
  }
  await close();
  return most;
}
