import { kill, pid, stdin, stdout } from "node:process";
import { Worker } from "node:worker_threads";
import { onLines } from "./on-lines.ts";

// The program of a process that executes statements on files of SQLite: lines of stdin go to a thread, and its replies to
// stdout. A call of SQLite cannot be interrupted from within, so that a statement is ended by ending the process. This thread
// stays free to see that stdin has ended, because the worker has: a statement does not outlive its worker.

// The published package is JavaScript, the sources are not.
const program = `./sqlite-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`;
const thread = new Worker(new URL(program, import.meta.url));
thread.on("message", (line: string) => void stdout.write(`${line}\n`));
thread.on("error", () => kill(pid, "SIGKILL"));

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
onLines(stdin, (line) => thread.postMessage(line));
for (const event of ["end", "close", "error"]) stdin.on(event, () => kill(pid, "SIGKILL"));
