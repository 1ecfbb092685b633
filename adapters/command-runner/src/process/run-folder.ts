import { execFile } from "node:child_process";
import { closeSync, constants, openSync, statSync, writeSync } from "node:fs";
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, type JsonValue, PhaseName } from "@mojob/core/ports";
import { folderPrefix, leftFolders } from "./folder-owner.ts";
import type { OutputStream } from "./output/output-log.ts";
import { readPlainFile } from "./plain-file.ts";

const MOST_RESULT_BYTES = 4 * 1024 * 1024;
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const APPENDED = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;

/** The files and folders in the folder of a run, by name: as `RunFolderName` has them, and more. */
export const RunFile = {
  /** The arguments as JSON: also its standard input. */
  Args: "params.json",
  /** Which run this is, and what it was given. */
  Context: "ctx.json",
  /** One line of JSON for each phase that begins and ends. */
  ContextLog: "ctx.log",
  /** The work of each phase. */
  Code: "executeCode",
  /** The result of the run, which the program leaves here as JSON. */
  Result: "result.json",
  /** The folder with the stored files that are among the arguments. */
  Inputs: "inputs",
  /** The folder whose files are stored with the run, once the program has succeeded. */
  Outputs: "outputs",
  /** The folder with a file for each secret, by its name. */
  Secrets: "secrets",
  /** How far the program says it is, while it runs; `1` and `0` say whether it has succeeded. */
  Status: "status",
  /** Its standard output, as it comes. */
  Log: "job.log",
  /** Its standard error. */
  ErrorLog: "job-error.log",
} as const;

/** The files and folders that each program of an attempt has of its own. */
const OF_ONE_PROGRAM = [RunFile.Args, RunFile.Context, RunFile.Result, RunFile.Secrets];

/** One program of an attempt. */
export interface FolderProgram {
  readonly phase: PhaseName;
  readonly args: JsonValue;
  readonly context: JsonObject;
  /** Values by name, each of which becomes a file. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Where the folder of an attempt is. */
export interface FolderPlace {
  readonly path: string;
  /** Called when the attempt needs it no longer. */
  end(): Promise<void>;
}

/**
 * A working folder that one attempt has to itself, and only its user can read. Programs leave in it what they like: what is written here
 * never follows a link, and is written while no program of the attempt runs, but for what was opened before the first.
 */
export class RunFolder {
  readonly path: string;
  readonly #place: FolderPlace;
  readonly #logs: Readonly<Record<OutputStream, number>>;
  readonly #contextLog: number;
  readonly #inode: number;
  #hasEnded = false;

  constructor(place: FolderPlace) {
    this.path = place.path;
    this.#place = place;
    const opened = (name: string): number => openSync(join(place.path, name), APPENDED, OWN_FILE);
    this.#logs = { stdout: opened(RunFile.Log), stderr: opened(RunFile.ErrorLog) };
    this.#contextLog = opened(RunFile.ContextLog);
    this.#inode = statSync(place.path).ino;
  }

  /** Makes it ready for the next program of the attempt: what programs wrote stays, but for what each has of its own. */
  async begin({ phase, args, context, secrets }: FolderProgram): Promise<void> {
    await Promise.all(OF_ONE_PROGRAM.map((name) => removeFolder(this.#at(name))));
    await this.#write(RunFile.Args, JSON.stringify(args));
    await this.#write(RunFile.Context, `${JSON.stringify({ ...context, phase, params: args }, null, 2)}\n`);
    // The last phase sees what the one before it came to.
    if (phase !== PhaseName.End) await this.#write(RunFile.Status, "");
    await this.#keepFolder(RunFile.Outputs);
    if (secrets.size > 0) await writeSecrets(this.#at(RunFile.Secrets), secrets);
    this.note({ event: "begins", phase });
  }

  /** Replaces the arguments that the program finds. */
  writeArgs(args: JsonValue): Promise<void> {
    return this.#write(RunFile.Args, JSON.stringify(args));
  }

  /** Writes down what a phase executes. */
  async writeCode(phase: PhaseName, text: string): Promise<void> {
    await this.#keepFolder(RunFile.Code);
    await this.#write(join(RunFile.Code, phase), text);
  }

  /** Writes a file of the worker's own, in the place of whatever a program has left under its name. */
  async writeOwn(name: string, content: string | Uint8Array): Promise<string> {
    await this.#write(name, content);
    return this.#at(name);
  }

  /** Whether the programs so far have succeeded. It is not said in a folder that another attempt has in its place. */
  async writeStatus(hasSucceeded: boolean): Promise<void> {
    const found = await lstat(this.path).catch(() => null);
    if (found?.ino === this.#inode) await this.#write(RunFile.Status, hasSucceeded ? "1\n" : "0\n");
  }

  /** Adds to a log what the program prints. @throws Error where the disk takes no more */
  print(stream: OutputStream, bytes: Uint8Array): void {
    writeSync(this.#logs[stream], bytes);
  }

  /** Adds a line to the log of the context. */
  note(event: JsonObject): void {
    writeSync(this.#contextLog, `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`);
  }

  /** Reads the result; `null` where none was left. @throws Error that says why it cannot be read */
  async readResult(): Promise<JsonValue> {
    const { text = "" } = (await readPlainFile(this.#at(RunFile.Result), MOST_RESULT_BYTES)) ?? {};
    return text.trim() === "" ? null : (JSON.parse(text) as JsonValue);
  }

  /** Ends it with its attempt: it is removed, or kept without its secrets. */
  async remove(): Promise<void> {
    if (!this.#hasEnded) for (const log of [...Object.values(this.#logs), this.#contextLog]) closeSync(log);
    this.#hasEnded = true;
    await this.#place.end();
  }

  #at(name: string): string {
    return join(this.path, name);
  }

  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const path = this.#at(name);
    await removeFolder(path);
    await writeFile(path, content, { mode: OWN_FILE, flag: "wx" });
  }

  /** A folder of this name with what is in it; whatever else has the name is removed. */
  async #keepFolder(name: string): Promise<void> {
    const path = this.#at(name);
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() === true) return;
    if (found !== null) await removeFolder(path);
    await mkdir(path, { mode: OWN_FOLDER });
  }
}

/** @param parent where the folder is made; `null` is the system's folder for temporary files */
export async function makeTemporaryFolder(parent: string | null): Promise<FolderPlace> {
  const path = await mkdtemp(join(parent ?? tmpdir(), folderPrefix()));
  return { path, end: () => removeFolder(path) };
}

/** Removes the folders of runs whose worker was killed. Never rejects: they are removed another time. */
export async function removeLeftFolders(parent: string | null): Promise<void> {
  const left = await leftFolders(parent ?? tmpdir()).catch(() => []);
  for (const path of left) await removeFolder(path).catch(() => {});
}

/** Removes a file, or a folder with all that is in it; none there is no error. */
export async function removeFolder(path: string): Promise<void> {
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
  await mkdir(path, { mode: OWN_FOLDER });
  for (const [name, value] of secrets)
    await writeFile(join(path, name), value, { mode: OWN_FILE, flag: "wx" });
}
