import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import {
  type Argv,
  findProgram,
  type PreparedRun,
  type ProcessOptions,
  ProgramRuns,
  TASKS_PER_PROCESS,
  tryProgram,
} from "@mojob/command-runner/process";
import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  checkScript,
  type IMoWorkRunner,
  isOffered,
  type JsonValue,
  MoJobError,
  MoJobErrorCode,
  type RunShard,
  Sandbox,
  type ScriptWork,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  WorkKind,
  type WorkSlots,
} from "@mojob/core/ports";
import { type SandboxRequest, sandboxWords } from "./sandbox-words.ts";
import { seccompFilter } from "./seccomp-filter.ts";
import { INTERPRETERS, isScriptLanguage, type ScriptLanguage } from "./script-language.ts";
import { wordsOfScript } from "./words-of-script.ts";

export interface ScriptRunnerOptions extends ProcessOptions {
  /** The languages whose scripts it runs. */
  readonly languages: readonly ScriptLanguage[];
  /** Interpreters by language, where they are not the usual program on PATH. @default {} */
  readonly programs?: Partial<Readonly<Record<ScriptLanguage, string>>>;
  /**
   * How scripts are kept away from the rest of the machine. `bubblewrap` must be installed (Linux); `unsandboxed` gives everybody who may
   * edit a script the rights of the worker's user, and the worker's record shows it. @default "bubblewrap"
   */
  readonly sandbox?: Sandbox;
  /** Files and folders that scripts in the sandbox can read, beside the system's programs. @default [] */
  readonly readOnly?: readonly string[];
  /** Deno's permissions for TypeScript beyond the script's own folder, such as `--allow-net=api.example.com`. @default [] */
  readonly permissions?: readonly string[];
}

/** A program that ends at once: it shows whether a sandbox can be made at all. */
const NOTHING = ["/bin/sh", "-c", ":"] as const;

/** Runs scripts that are kept with their job, each written into the folder of its run. */
class ScriptRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Script = WorkKind.Script;
  readonly handlers: readonly string[] = [];
  readonly names: readonly ScriptLanguage[];
  readonly sandbox: Sandbox;
  readonly #options: ScriptRunnerOptions;
  readonly #bubblewrap: Bubblewrap | null;
  readonly #runs: ProgramRuns;

  constructor(options: ScriptRunnerOptions) {
    this.#options = options;
    this.names = [...options.languages];
    this.sandbox = options.sandbox ?? Sandbox.Bubblewrap;
    this.#runs = new ProgramRuns(options);
    this.#runs.begin();
    this.#bubblewrap =
      this.sandbox === Sandbox.Unsandboxed ? null : findBubblewrap(this.#runs.basicEnv["PATH"] ?? "");
  }

  get places(): WorkSlots {
    return this.#runs.places;
  }

  canRun({ work }: JobDefinition): boolean {
    return isOffered(work, [this]);
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { definition, context } = attempt;
    const { key, work } = definition;
    if (work.kind !== WorkKind.Script || !isScriptLanguage(work.language) || !this.canRun(definition))
      throw new NonRetryableError(`Cannot run job "${key}": this worker does not list its language`);
    const { language } = work;
    const script = await checkScript(definition);
    const version = hasVersions(key) ? `, version ${script?.version}` : "";
    context.log.debug(`Script in ${language}${version}, SHA-256 ${script?.hash}`);
    return await this.#runs.run(attempt, (run) => this.#prepare(language, work, run, context.shard));
  }

  async #prepare(
    language: ScriptLanguage,
    { source }: ScriptWork,
    { args, folder, phase, env, limits }: PreparedRun,
    shard: RunShard,
  ): Promise<Argv> {
    const words = wordsOfScript(args, shard);
    const { programs = {}, readOnly = [], permissions = [] } = this.#options;
    const interpreter = INTERPRETERS[language];
    const name = programs[language] ?? interpreter.program;
    const program = findProgram(name, env["PATH"] ?? "");
    if (program === null) throw new WorkError(WorkErrorCode.ProgramMissing, { name });
    const text = language === "shell" ? source.replaceAll("\r\n", "\n") : source;
    const path = await folder.writeOwn(interpreter.file, text);
    await folder.writeCode(phase, text);
    const scriptWords = [...interpreter.words({ folder: folder.path, env, permissions }), path, ...words];
    if (this.#bubblewrap === null) return [program, ...scriptWords];
    // A program on PATH is often a link to where it really is.
    const real = realpathSync(program);
    const visible = real.startsWith("/usr/") ? readOnly : [...readOnly, real];
    const { bubblewrap, refusesNamespaces, hasFilter } = this.#bubblewrap;
    const sandbox = sandboxWords({
      bubblewrap,
      refusesNamespaces,
      filter: hasFilter ? await writeFilter((name, bytes) => folder.writeOwn(name, bytes)) : null,
      folder: folder.path,
      readOnly: visible,
      memoryMb: limits.memoryMb,
      tasks: limits.processes === null ? null : limits.processes * TASKS_PER_PROCESS,
    });
    return [...sandbox, real.startsWith("/usr/") ? program : real, ...scriptWords];
  }
}

/**
 * A runner for jobs whose work is a script: its source is part of the job, in the scheduler's store, and is written into
 * the folder of each run. It runs in a sandbox unless the worker states otherwise.
 * @throws MoJobError `invalid_configuration` for a language that there is not, and where bubblewrap is not installed or cannot make a sandbox
 * @example
 * ```ts
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { scriptRunner } from "@mojob/script-runner";
 *
 * const { scheduler, close } = await startEmbedded({
 *   app: "ops",
 *   jobs: [],
 *   runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
 * });
 * await scheduler.jobs.create({
 *   key: "ops.greet",
 *   app: "ops",
 *   kind: "triggered",
 *   work: { kind: "script", language: "shell", source: 'echo "Hello $1"' },
 * });
 * await (await scheduler.trigger("ops.greet", "Ada")).result();
 * await close();
 * ```
 */
export function scriptRunner(options: ScriptRunnerOptions): IMoWorkRunner<JobContext> {
  for (const language of options.languages)
    if (!isScriptLanguage(language))
      throw wrong(
        `there is no language "${language as string}", but ${Object.keys(INTERPRETERS).join(", ")}`,
      );
  return new ScriptRunner(options);
}

type Bubblewrap = Pick<SandboxRequest, "bubblewrap" | "refusesNamespaces"> & {
  /** Whether it refuses system calls. */
  readonly hasFilter: boolean;
};

/** Writes the system calls that are refused; `null` on a processor for which they are not known. */
function writeFilter<Written>(write: (name: string, bytes: Uint8Array) => Written): Written | null {
  const filter = seccompFilter(process.arch);
  return filter === null ? null : write(".seccomp", filter);
}

/** Where bubblewrap is and what it can do, once it has made a sandbox. */
function findBubblewrap(path: string): Bubblewrap {
  const found = findProgram("bwrap", path);
  if (found === null)
    throw wrong(
      'bubblewrap is not on PATH: install it (Debian: apt-get install bubblewrap), or state sandbox: "unsandboxed"',
    );
  const folder = mkdtempSync(join(tmpdir(), "mojob-sandbox-"));
  try {
    const refusalOf = ({ hasFilter, ...able }: Bubblewrap): string | null => {
      const own = { folder, readOnly: [], memoryMb: null, tasks: null };
      const filter = hasFilter ? writeFilter((name, bytes) => written(join(folder, name), bytes)) : null;
      return tryProgram([...sandboxWords({ ...own, ...able, filter }), ...NOTHING]);
    };
    // A kernel or container without filters for system calls can have the namespaces all the same.
    for (const hasFilter of seccompFilter(process.arch) === null ? [false] : [true, false])
      for (const refusesNamespaces of [true, false]) {
        const able = { bubblewrap: found, refusesNamespaces, hasFilter };
        if (refusalOf(able) === null) return able;
      }
    const refusal = refusalOf({ bubblewrap: found, refusesNamespaces: false, hasFilter: false }) ?? "unknown";
    throw wrong(
      `bubblewrap cannot make a sandbox here (${refusal}): let the container or kernel make user namespaces, or state sandbox: "unsandboxed"`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function written(path: string, bytes: Uint8Array): string {
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}

function wrong(what: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot run scripts: ${what}`);
}

/** Not those of a script that is tried, or stands in the body of a task: no job has a key with this sign. */
function hasVersions(key: string): boolean {
  return !key.includes("#");
}
