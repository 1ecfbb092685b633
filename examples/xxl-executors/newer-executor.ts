import { existsSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

// Stands in for xxl-job-core 3.5, which no registry has: the protocol of its sources, as strict as they are. It reads what the other
// executors read, and has their handlers. A call without the token or with another app name is refused, in both directions.

const environment = (name: string): string => process.env[name] ?? "";
const APP = environment("XXL_APP");
const TOKEN = environment("XXL_TOKEN");
const PORT = Number(environment("XXL_PORT"));
const HEADERS = { "xxl-job-access-token": TOKEN, "xxl-job-appname": APP, "content-type": "application/json" };
const BEAT_MS = 30_000;
/** Java waits 30 s. */
const SEND_AGAIN_MS = 1000;

interface Run {
  readonly jobId: number;
  readonly logId: number;
  readonly logDateTime: number;
  readonly executorHandler: string;
  readonly executorParams: string;
  readonly executorBlockStrategy: string;
  readonly broadcastIndex: number;
  readonly broadcastTotal: number;
}

interface Going {
  readonly run: Run;
  readonly kill: AbortController;
}

const logs = new Map<number, string[]>();
const going = new Map<number, Going>();
const queues = new Map<number, Run[]>();

type Handler = (run: Run, log: (line: string) => void, signal: AbortSignal) => Promise<string | null>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  async demo({ executorParams }, log) {
    for (const number of [1, 2, 3]) log(`line ${number} of ${executorParams}`);
    return "done";
  },
  fail: () => Promise.reject(new Error("no rows")),
  async wait(_, log, signal) {
    for (let number = 1; number < 600; number += 1) {
      log(`tick ${number}`);
      await pause(100, null, { signal });
    }
    return null;
  },
  async hold({ executorParams }, log, signal) {
    log("holding");
    while (!existsSync(executorParams)) await pause(50, null, { signal });
    log("released");
    return "held";
  },
  shard: async ({ broadcastIndex, broadcastTotal }) => `${broadcastIndex} of ${broadcastTotal}`,
};

async function send(path: string, body: unknown): Promise<boolean> {
  const url = `${environment("XXL_ADMIN")}/api/${path}`;
  try {
    const response = await fetch(url, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
    return response.status === 200 && ((await response.json()) as { code?: number }).code === 200;
  } catch {
    return false;
  }
}

async function report(
  { logId, logDateTime }: Run,
  handleCode: number,
  handleMsg: string | null,
): Promise<void> {
  const callbackList = [{ logId, logDateTime, handleCode, handleMsg }];
  while (!(await send("callback", { callbackList }))) await pause(SEND_AGAIN_MS);
}

async function execute(run: Run): Promise<void> {
  const kill = new AbortController();
  going.set(run.jobId, { run, kill });
  const lines: string[] = [];
  logs.set(run.logId, lines);
  const handler = HANDLERS[run.executorHandler] as Handler;
  const [code, message] = await handler(run, (line) => lines.push(line), kill.signal).then(
    (left) => [200, left] as const,
    (error: Error) => [500, kill.signal.aborted ? String(kill.signal.reason) : error.message] as const,
  );
  going.delete(run.jobId);
  void report(run, code, message);
  const next = queues.get(run.jobId)?.shift();
  if (next !== undefined) void execute(next);
}

function trigger(run: Run): string | null {
  if (HANDLERS[run.executorHandler] === undefined) return `job handler [${run.executorHandler}] not found.`;
  if (!going.has(run.jobId)) {
    void execute(run);
    return null;
  }
  if (run.executorBlockStrategy === "DISCARD_LATER") return "block strategy effect：Discard Later";
  queues.set(run.jobId, [...(queues.get(run.jobId) ?? []), run]);
  if (run.executorBlockStrategy === "COVER_EARLY")
    going.get(run.jobId)?.kill.abort("block strategy effect：Cover Early");
  return null;
}

function kill(jobId: number): void {
  for (const run of queues.get(jobId)?.splice(0) ?? [])
    void report(run, 500, "scheduling center kill job. [job not executed, in the job queue, killed.]");
  going.get(jobId)?.kill.abort("scheduling center kill job. [job running, killed]");
}

function linesFrom({ logId, fromLineNum }: { logId: number; fromLineNum: number }): object {
  const lines = (logs.get(logId) ?? []).slice(fromLineNum - 1);
  const toLineNum = lines.length === 0 ? 0 : fromLineNum - 1 + lines.length;
  return { fromLineNum, toLineNum, logContent: lines.map((line) => `${line}\n`).join(""), isEnd: false };
}

/** The refusal, or what the call returns. */
function respond(
  path: string,
  body: Run & { fromLineNum: number },
): { refusal: string | null; data?: object } {
  if (path === "/beat") return { refusal: null };
  if (path === "/idleBeat") {
    const isBusy = going.has(body.jobId) || (queues.get(body.jobId)?.length ?? 0) > 0;
    return { refusal: isBusy ? "job thread is running or has trigger queue." : null };
  }
  if (path === "/trigger") return { refusal: trigger(body) };
  if (path === "/kill") return { refusal: (kill(body.jobId), null) };
  if (path === "/log" && Number.isInteger(body.logDateTime)) return { refusal: null, data: linesFrom(body) };
  return { refusal: `invalid request, uri-mapping(${path}) not found.` };
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { "xxl-job-access-token": token, "xxl-job-appname": app } = request.headers;
    const text = Buffer.concat(chunks).toString();
    const body = (text === "" ? {} : JSON.parse(text)) as Run & { fromLineNum: number };
    const { refusal, data } =
      token === TOKEN && app === APP
        ? respond(request.url ?? "", body)
        : { refusal: "The access token or app name is wrong." };
    response.setHeader("content-type", "text/html;charset=UTF-8");
    response.end(JSON.stringify({ code: refusal === null ? 200 : 500, msg: refusal ?? "Success", data }));
  });
}).listen(PORT, "127.0.0.1", () => {
  const node = { registryGroup: "EXECUTOR", registryKey: APP, registryValue: `http://127.0.0.1:${PORT}/` };
  const register = (): void => void send("registry", node);
  setInterval(register, BEAT_MS);
  register();
});
