import { parentPort, workerData } from "node:worker_threads";
import type { HeartbeatWriter } from "./heartbeat-writer.ts";
import type { LifeMessage, LifeSettings, SpokenFor } from "./life-protocol.ts";
import { EventLoopBeacon } from "./event-loop-beacon.ts";
import { Silence } from "./silence.ts";

// The thread that goes on writing the heartbeats of executors and prolonging leases while jobs keep their event loop from
// turning. heartbeat-threads.ts starts it.

const LOOK_EVERY_MS = 500;

const settings = workerData as LifeSettings;
const { everyMs } = settings;
const silence = new Silence(new EventLoopBeacon(settings.memory));
let spokenFor: SpokenFor = { ids: [], leases: [] };
let wroteAtMs = Number.NEGATIVE_INFINITY;
let prolongedAtMs = Number.NEGATIVE_INFINITY;
let isWriting = false;
let hasFailed = false;

/** Loads the driver, which on a busy machine takes longer than an event loop may be silent. It connects when there is something to write. */
async function open(): Promise<HeartbeatWriter> {
  const module = await import("./heartbeat-writer.ts");
  return new module.HeartbeatWriter(settings);
}

function tell(message: LifeMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(message);
}

function fail(error: unknown): void {
  if (!hasFailed) tell({ failure: error instanceof Error ? error.message : String(error) });
  hasFailed = true;
}

async function look(): Promise<void> {
  const nowMs = performance.now();
  const { ids, leases } = spokenFor;
  const aliveAt = silence.aliveAt(nowMs, everyMs + 2 * LOOK_EVERY_MS);
  const writes = aliveAt !== null && ids.length > 0 && nowMs - wroteAtMs >= everyMs;
  // By their own time: their latest renewal may be older than the latest turn. A renewal too many is harmless.
  const areLeft = silence.leavesLeases(nowMs, everyMs + LOOK_EVERY_MS);
  const prolongs = areLeft && leases.length > 0 && nowMs - prolongedAtMs >= everyMs;
  if (isWriting || (!writes && !prolongs)) return;
  isWriting = true;
  try {
    const writer = await opening;
    if (prolongs) {
      await writer.prolong(leases);
      prolongedAtMs = nowMs;
    }
    if (writes) {
      await writer.write(ids, aliveAt);
      wroteAtMs = nowMs;
    }
    hasFailed = false;
  } catch (error) {
    fail(error);
  } finally {
    isWriting = false;
  }
}

parentPort?.on("message", (message: SpokenFor) => {
  spokenFor = message;
});
const opening = open();
setInterval(() => void look(), LOOK_EVERY_MS);
opening.then(() => tell({ failure: null }), fail);
