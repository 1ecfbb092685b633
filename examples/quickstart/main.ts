import process from "node:process";
import { runProgram } from "@mojob/server";
import { ownAdapter } from "../support/adapter.ts";
import { startQuickstart } from "./quickstart.ts";

// `npm start`: everything in one process, with jobs to try things out. Runs on Node, Bun and Deno.

const PARENT_CHECK_MS = 500;

const platform = await ownAdapter();
const program = runProgram({
  platform,
  onStopping: (signal) => console.log(`\n${signal}: stopping`),
  exit: (code) => {
    if (code === 0) console.log("Stopped");
    process.exit(code);
  },
  open: (end, signal) =>
    startQuickstart({ platform, print: (text) => console.log(text), onFatal: () => end(1), signal }),
});

// npm ends its shell, not the program in it, when it is asked to end itself, so a program that lost its parent ends too.
if (platform.environment()["npm_lifecycle_event"] !== undefined) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    console.log("Its parent ended: stopping");
    program.end(0);
  }, PARENT_CHECK_MS);
  check.unref();
}
