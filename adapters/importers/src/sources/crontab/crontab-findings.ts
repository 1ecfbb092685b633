import { type Finding, info, warning } from "../../finding.ts";
import { shown } from "../json-documents.ts";
import { notCarried } from "../members.ts";
import { CRONTAB_VARIABLES } from "./crontab-variables.ts";
import type { CommandLine } from "./crontab-line.ts";

/** The shell of a command where no other is stated: `sh`, as for the scripts here. */
export const SH: RegExp = /(^|\/)sh$/;

/** Programs that reach other machines, where a command begins with one. */
const NETWORK = /(?:^|[;&|(]\s*)(?:\S*\/)?(curl|wget|ssh|scp|sftp|rsync|ftp|ping|mail|sendmail)\s/;

/** The parts of a command that mean something else here than under cron. */
export function commandFindings(
  { command, flags, user }: CommandLine,
  anyExitCode: boolean,
): readonly Finding[] {
  const findings: Finding[] = user === null ? [] : [warning("user_ignored", "user", { user })];
  // OpenBSD and FreeBSD: -n mails failures alone, -q logs nothing; -s runs one at a time, which is carried.
  const lost = flags.replaceAll("s", "");
  if (lost !== "") findings.push(warning("crontab_flags", "command", { found: `-${lost}` }));
  if (/(^|[\s=:"'(;&|])(~|\$HOME|\$\{HOME|\.{1,2})(\/|[\s"';)]|$)/.test(command))
    findings.push(warning("home_of_worker", "command"));
  const [, written] = /\d*>>?\s*(\/(?!dev\/)[^\s;&|)]+)/.exec(command) ?? [];
  if (written !== undefined) findings.push(warning("writes_outside", "command", { found: written }));
  const [, program] = NETWORK.exec(command) ?? [];
  if (program !== undefined) findings.push(warning("needs_network", "command", { found: program }));
  if (anyExitCode) findings.push(info("any_exit_code", "command"));
  else if (/^(\[\[?|test)\s[^]*?&&/.test(command)) findings.push(warning("exit_test", "command"));
  return findings;
}

/** Whether cron itself reads a variable: others are the command's. */
export function isCrons(variable: string): boolean {
  return Object.hasOwn(CRONTAB_VARIABLES, variable);
}

/** The variables above a command that are not carried over as variables. */
export function variableFindings(variables: ReadonlyMap<string, string>): readonly Finding[] {
  const findings: Finding[] = [];
  const zone = variables.get("CRON_TZ") ?? "";
  if (zone !== "") findings.push(info("cron_tz", "CRON_TZ", { timeZone: zone }));
  const own = variables.get("TZ");
  if (own !== undefined) findings.push(info("tz_variable", "TZ", { timeZone: own }));
  const mail = variables.get("MAILTO") ?? "";
  if (mail !== "") findings.push(warning("mail_ignored", "MAILTO", { found: mail }));
  const shell = variables.get("SHELL");
  if (shell !== undefined && !SH.test(shell)) findings.push(info("shell_needed", "SHELL", { found: shell }));
  const ofCron = Object.fromEntries([...variables].filter(([name]) => isCrons(name)));
  for (const [field, found] of notCarried(ofCron, CRONTAB_VARIABLES))
    findings.push(warning("field_ignored", field, { field, found: shown(found) }));
  return findings;
}
