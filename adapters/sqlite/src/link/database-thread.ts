import { parentPort, workerData } from "node:worker_threads";
import type { FileSettings } from "../file/file-settings.ts";
import type { Engine } from "./engine.ts";
import { toFailure } from "./failure.ts";
import { openEngine } from "./open-engine.ts";
import type { ThreadReply, ThreadRequest } from "./thread-protocol.ts";

// The thread a file is opened in: a sync of the disk does not stop the event loop of its caller.
// thread-runner.ts starts it.

const settings = workerData as FileSettings;
let waiting: Extract<ThreadRequest, { kind: "run" }>[] = [];
let engine: Engine | null = null;
let isWanted = true;

function reply(message: ThreadReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin.
  parentPort?.postMessage(message);
}

/** Runs what has arrived, together. */
function run(): void {
  const requests = waiting;
  waiting = [];
  if (requests.length === 0 || engine === null) return;
  const outcomes = engine.run(requests.flatMap(({ calls }) => calls));
  let from = 0;
  const results = requests.map(({ id, calls }) => {
    from += calls.length;
    return { id, outcomes: outcomes.slice(from - calls.length, from) };
  });
  reply({ kind: "done", results });
}

/** A thread whose port is closed ends; Deno's has no such method, and is ended from outside. */
function end(message: ThreadReply): void {
  reply(message);
  const port: { close?(): void } | null = parentPort;
  port?.close?.();
}

parentPort?.on("message", (request: ThreadRequest) => {
  if (request.kind === "run") {
    if (waiting.length === 0) setImmediate(run);
    waiting.push(request);
    return;
  }
  isWanted = false;
  if (engine === null) return;
  run();
  engine.close();
  end({ kind: "closed" });
});

try {
  engine = await openEngine(settings, () => isWanted);
  reply({ kind: "opened" });
} catch (error) {
  end({ kind: "refused", failure: toFailure(error, settings.path) });
}
