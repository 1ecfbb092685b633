import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "@mojob/core/ports";
import { folderPrefix, leftFolders } from "./folder-owner.ts";
import { readPlainFile } from "./plain-file.ts";

const MOST_RESULT_BYTES = 4 * 1024 * 1024;

/** The files and folders in the folder of a run, by name. */
export const RunFile = {
  /** The arguments as JSON: also its standard input. */
  Args: "args.json",
  /** Which run this is. */
  Context: "context.json",
  /** The result of the run, which the program leaves here as JSON. */
  Result: "result.json",
  /** The folder with the stored files that are among the arguments. */
  Inputs: "inputs",
  /** The folder whose files are stored with the run, once the program has succeeded. */
  Outputs: "outputs",
  /** The folder with a file for each secret, by its name. */
  Secrets: "secrets",
  /** How far the program says it is, while it runs. */
  Status: "status",
} as const;

/** The files and folders of one program, which the next one in its folder has of its own. */
const OF_ONE_PROGRAM = Object.values(RunFile);

/** A working folder that one attempt has to itself, and only its user can read. */
export interface RunFolder {
  readonly path: string;
  /** Makes it ready for the next program of the same attempt: what programs wrote stays, but for what was taken from it. */
  renew(args: JsonValue, context: JsonObject, secrets: ReadonlyMap<string, string>): Promise<void>;
  /** Replaces the arguments that the program finds. */
  writeArgs(args: JsonValue): Promise<void>;
  /** Reads the result; `null` where none was left. @throws Error that says why it cannot be read */
  readResult(): Promise<JsonValue>;
  remove(): Promise<void>;
}

/**
 * @param parent where folders are made; `null` is the system's folder for temporary files
 * @param secrets values by name, each of which becomes a file
 */
export async function makeRunFolder(
  parent: string | null,
  args: JsonValue,
  context: JsonObject,
  secrets: ReadonlyMap<string, string>,
): Promise<RunFolder> {
  const path = await mkdtemp(join(parent ?? tmpdir(), folderPrefix()));
  const write = (name: string, value: JsonValue): Promise<void> =>
    writeFile(join(path, name), JSON.stringify(value), { mode: 0o600 });
  const remove = (): Promise<void> => removeFolder(path);
  const fill: RunFolder["renew"] = async (given, of, opened) => {
    await Promise.all([write(RunFile.Args, given), write(RunFile.Context, of)]);
    await mkdir(join(path, RunFile.Outputs), { mode: 0o700 });
    if (opened.size > 0) await writeSecrets(join(path, RunFile.Secrets), opened);
  };
  try {
    await fill(args, context, secrets);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    path,
    async renew(given, of, opened) {
      await Promise.all(OF_ONE_PROGRAM.map((name) => removeFolder(join(path, name))));
      await fill(given, of, opened);
    },
    writeArgs: (changed) => write(RunFile.Args, changed),
    readResult: () => readJson(join(path, RunFile.Result)),
    remove,
  };
}

/** Removes the folders of runs whose worker was killed. Never rejects: they are removed another time. */
export async function removeLeftFolders(parent: string | null): Promise<void> {
  const left = await leftFolders(parent ?? tmpdir()).catch(() => []);
  for (const path of left) await removeFolder(path).catch(() => {});
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // A program may nest folders deeper than a path can name: rm(1) goes down folder by folder.
    if (!(error instanceof Error && "code" in error && error.code === "ENAMETOOLONG")) throw error;
    await new Promise<void>((resolve, reject) =>
      execFile("/bin/rm", ["-rf", "--", path], (failure) => (failure === null ? resolve() : reject(failure))),
    );
  }
}

async function writeSecrets(path: string, secrets: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  for (const [name, value] of secrets) await writeFile(join(path, name), value, { mode: 0o600, flag: "wx" });
}

async function readJson(path: string): Promise<JsonValue> {
  const { text = "" } = (await readPlainFile(path, MOST_RESULT_BYTES)) ?? {};
  return text.trim() === "" ? null : (JSON.parse(text) as JsonValue);
}
