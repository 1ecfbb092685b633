import { setTimeout as timer } from "node:timers/promises";
import { until } from "@mojob/test-services/until";
import { describeFault, type Fault, FaultKind } from "../faults/fault-script.ts";
import type { Cluster } from "./cluster.ts";
import type { Member } from "./member.ts";
import type { TcpProxy } from "../faults/tcp-proxy.ts";

/** Does to a cluster what a fault script says. */
export class Nemesis {
  readonly #cluster: Cluster;
  readonly #say: (line: string) => void;
  /** How often each kind was done. */
  readonly counts: Map<FaultKind, number> = new Map();

  constructor(cluster: Cluster, say: (line: string) => void) {
    this.#cluster = cluster;
    this.#say = say;
  }

  /** Goes through the script, one fault after the other; resolves when all are undone. */
  async play(script: readonly Fault[]): Promise<void> {
    const begun = performance.now();
    for (const fault of script) {
      const waitMs = fault.atMs - (performance.now() - begun);
      if (waitMs > 0) await timer(waitMs);
      this.#say(describeFault(fault));
      await this.strike(fault);
      this.counts.set(fault.kind, (this.counts.get(fault.kind) ?? 0) + 1);
    }
  }

  /** Does one thing and undoes it. */
  async strike({ kind, target, lastsMs, amount }: Fault): Promise<void> {
    const { members, store, temporal } = this.#cluster;
    const plane = at(this.#cluster.planes, target);
    const worker = at(
      this.#cluster.workers.length > 0 ? this.#cluster.workers : this.#cluster.planes,
      target,
    );
    switch (kind) {
      case FaultKind.KillWorker:
        return this.#killFor(worker, lastsMs);
      case FaultKind.KillControlPlane:
        return this.#killFor(plane, lastsMs);
      case FaultKind.KillTemporal:
        await temporal?.kill();
        await timer(lastsMs);
        await temporal?.restart();
        return;
      case FaultKind.KillMongodb:
        await store.kill();
        await timer(lastsMs);
        await store.restart();
        return;
      case FaultKind.KillAll:
        await Promise.all([...members.map((member) => member.kill()), store.kill(), temporal?.kill()]);
        await timer(lastsMs);
        await Promise.all([store.restart(), temporal?.restart()]);
        await Promise.all(members.map((member) => member.startForSure()));
        return;
      case FaultKind.StopWorker:
        return stopFor(worker, lastsMs);
      case FaultKind.StopControlPlane:
        return stopFor(plane, lastsMs);
      case FaultKind.CutStore:
        at(members, target).store?.set({ cut: "refused" });
        break;
      case FaultKind.CutTemporal:
        at(members, target).temporal?.set({ cut: "refused" });
        break;
      case FaultKind.SilenceStore:
        at(members, target).store?.set({ cut: "silent" });
        break;
      case FaultKind.SlowLinks:
        for (const { store: storeLink, temporal: link } of members) {
          storeLink?.set({ delayMs: amount });
          link?.set({ delayMs: amount });
        }
        break;
      case FaultKind.LoseStoreAnswers:
        return loseFor(members, ({ store: link }) => link, amount, lastsMs);
      case FaultKind.LoseTemporalAnswers:
        return loseFor(members, ({ temporal: link }) => link, amount, lastsMs);
      case FaultKind.RollWorkers:
        for (const one of this.#cluster.workers.length > 0 ? this.#cluster.workers : this.#cluster.planes) {
          await one.terminate();
          await one.startForSure();
        }
        return;
      case FaultKind.BlockLoop:
        await this.#block(lastsMs);
        break;
      case FaultKind.FillDisk: {
        if (store.disk === null) throw new Error("Cannot fill the disk of a store that has none of its own");
        await store.disk.fill();
        await timer(lastsMs);
        await store.disk.empty();
        return;
      }
    }
    await timer(lastsMs);
    for (const member of members) member.heal();
  }

  /** Whichever worker gets it; a plane that does not respond is asked again, or another one. */
  async #block(ms: number): Promise<void> {
    await until("a run that keeps its worker's loop", async () => {
      for (const { url } of this.#cluster.planes) {
        if (url === null) continue;
        const response = await fetch(new URL("/api/v1/jobs/block/instances", url), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ args: ms }),
          signal: AbortSignal.timeout(ms + 4000),
        }).catch(() => null);
        if (response?.status === 202) return true;
      }
      return false;
    });
  }

  async #killFor(member: Member, ms: number): Promise<void> {
    await member.kill();
    await timer(ms);
    await member.startForSure();
  }
}

/** Loses one response of so many for a while, and at least until one was lost. */
async function loseFor(
  members: readonly Member[],
  linkOf: (member: Member) => TcpProxy | null,
  loseEvery: number,
  ms: number,
): Promise<void> {
  const links = members.map(linkOf).filter((link) => link !== null);
  const lost = (): number => links.reduce((sum, link) => sum + link.lost, 0);
  const before = lost();
  for (const link of links) link.set({ loseEvery });
  await timer(ms);
  await until("a lost response", () => links.length === 0 || lost() > before);
  for (const member of members) member.heal();
}

async function stopFor(member: Member, ms: number): Promise<void> {
  member.freeze();
  await timer(ms);
  member.thaw();
}

function at(members: readonly Member[], target: number): Member {
  return members[target % members.length] as Member;
}
