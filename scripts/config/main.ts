import { readFile } from "node:fs/promises";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";
import { connectScheduler, MoJobClientError } from "../../client/src/mod.ts";
import { type ConfigArguments, ConfigVerb, readArguments, USAGE } from "./arguments.ts";
import { printChanges } from "./print.ts";

// Reads the configuration of a scheduler, compares a document with it, and applies it: for continuous integration.

const DIFFERENT = 2;

async function run(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.length === 0 || words.includes("--help")) {
    console.log(USAGE);
    return words.length === 0 ? 1 : 0;
  }
  const asked = readArguments(words);
  const { verb, app, prune, note, url } = asked;
  const { config } = connectScheduler({ url });
  if (verb === ConfigVerb.Get) {
    process.stdout.write(await config.get(app === undefined ? {} : { app }));
    return 0;
  }
  const text = await read(asked);
  const { changes, digest } = await config.diff(text, { prune });
  if (verb === ConfigVerb.Diff) {
    printChanges(changes);
    return changes.length === 0 ? 0 : DIFFERENT;
  }
  printChanges(await config.apply(text, { digest, prune, ...(note !== undefined && { note }) }));
  return 0;
}

function read({ file }: Pick<ConfigArguments, "file">): Promise<string> {
  return file === "-" ? textOf(process.stdin) : readFile(file, "utf8");
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  const issues = error instanceof MoJobClientError ? (error.problem?.errors ?? []) : [];
  for (const { line = 1, column = 1, pointer = "", message } of issues)
    console.error(`${line}:${column} ${pointer} ${message}`);
  process.exitCode = 1;
}
