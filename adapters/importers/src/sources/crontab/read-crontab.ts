import { JobKind } from "@mojob/core";
import { warning } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import { MOST_JOBS } from "../most-jobs.ts";
import type { ReadOptions, SourceContent, SourceJob, SourceMistake } from "../source-job.ts";
import { zoneInSource } from "../zone-in-source.ts";
import { type CommandLine, crontabLine, REBOOT } from "./crontab-line.ts";
import { commandFindings, isCrons, SH, variableFindings } from "./crontab-findings.ts";
import { shellBody, shellExports, shellPlace } from "./shell-script.ts";

/** The variables above a command are copied into its script: without a bound a file of 0.6 MB becomes 200 MB. */
const MOST_SOURCE_MIB = 4;
const MOST_LINES = 50_000;

/** A crontab of a user, or one of /etc/crontab and /etc/cron.d with the user in every line. @throws ImportMistake `nothing_found` */
export function readCrontab(
  text: string,
  { timeZone, anyExitCode = false, hasUser }: ReadOptions & { hasUser: boolean },
): SourceContent {
  const lines = text.split(/\r?\n/, MOST_LINES + 1);
  if (lines.length > MOST_LINES) throw new ImportMistake("too_many_lines", { max: MOST_LINES });
  const variables = new Map<string, string>();
  const jobs: SourceJob[] = [];
  const mistakes: SourceMistake[] = [];
  const seen = new Map<string, number>();
  let exported: string | null = null;
  let sourceLength = 0;
  for (const [index, raw] of lines.entries()) {
    const line = crontabLine(raw, hasUser);
    if (line.kind === "variable") {
      variables.set(line.name, line.value);
      exported = null;
    }
    if (line.kind === "unreadable")
      mistakes.push({ line: index + 1, code: line.code, parameters: line.parameters });
    if (line.kind !== "job") continue;
    if (jobs.length === MOST_JOBS) throw new ImportMistake("too_many_jobs", { max: MOST_JOBS });
    exported ??=
      shellPlace(variables.get("HOME") ?? null) +
      shellExports([...variables].filter(([name]) => !isCrons(name)));
    const source = exported + shellBody(line.command, { shell: shellOf(variables), anyExitCode });
    sourceLength += source.length;
    if (sourceLength > MOST_SOURCE_MIB * 1024 * 1024)
      throw new ImportMistake("too_much_source", { max: MOST_SOURCE_MIB, line: index + 1 });
    const hash = hashOf(`${line.user ?? ""}\n${line.command}`);
    const times = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, times);
    const stated = variables.get("CRON_TZ") ?? "";
    jobs.push(
      commandJob(line, source, {
        id: times === 1 ? hash : `${hash}-${times}`,
        line: index + 1,
        timeZone: stated === "" ? timeZone : zoneInSource(stated),
        findings: [...variableFindings(variables), ...commandFindings(line, anyExitCode)],
      }),
    );
  }
  if (jobs.length === 0)
    throw new ImportMistake(mistakes[0]?.code ?? "nothing_found", {
      wanted: "* * * * * command",
      ...mistakes[0]?.parameters,
      ...(mistakes[0]?.line != null && { line: mistakes[0].line }),
    });
  return { jobs, mistakes };
}

function commandJob(
  { schedule, flags, command }: CommandLine,
  source: string,
  {
    id,
    line,
    timeZone,
    findings,
  }: Pick<SourceJob, "id" | "line" | "findings"> & { readonly timeZone: string },
): SourceJob {
  const isReboot = schedule === REBOOT;
  return {
    id,
    line,
    name: command.length > 100 ? `${command.slice(0, 99)}…` : command,
    key: `cron/${slugOf(command)}-${id}`,
    app: null,
    kind: isReboot ? JobKind.Triggered : JobKind.Recurring,
    schedule: isReboot ? null : { dialect: "crontab", text: schedule, timeZone },
    wasOn: true,
    work: { kind: "script", language: "shell", source },
    args: null,
    // cron starts a command whether or not it still runs, and forgets what it missed.
    options: {
      maxConcurrency: flags.includes("s") ? 1 : null,
      ...(!isReboot && { misfire: { policy: "skip", graceMs: 60_000 } }),
    },
    children: [],
    findings: [...(isReboot ? [warning("reboot", "schedule")] : []), ...findings],
  };
}

/** The program that reads the commands; `null` for sh, which reads a script here too. */
function shellOf(variables: ReadonlyMap<string, string>): string | null {
  const shell = variables.get("SHELL") ?? "";
  return shell === "" || SH.test(shell) ? null : shell;
}

/** The program's name, for people. */
function slugOf(command: string): string {
  const [program = "job"] = command.split(/\s+/);
  const name = program.split("/").at(-1) ?? program;
  return (
    name
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 60) || "job"
  );
}

/** A short name for a text, the same each time: 32 bits of FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
