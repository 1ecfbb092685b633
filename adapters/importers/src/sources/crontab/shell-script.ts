/** The beginning of the scripts of a crontab: the variables above a command. */
export function shellExports(variables: readonly (readonly [name: string, value: string])[]): string {
  return variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`).join("");
}

/**
 * The steps of cron before a command: HOME, USER and LOGNAME are those of the user, and the command begins in the home folder, also where
 * the crontab states another one. A sandbox knows no user: HOME stays the run's own folder there. A folder that cannot be entered is
 * reported and stops nothing, as with Vixie's cron.
 */
export function shellPlace(home: string | null): string {
  return [
    "# As under cron: the user's HOME, USER and LOGNAME, and the command begins in HOME.",
    'if USER=$(id -un 2>/dev/null); then LOGNAME=$USER HOME=$(eval echo "~$USER"); export USER LOGNAME; else unset USER; fi',
    home === null ? "export HOME" : `export HOME=${quoted(home)}`,
    'cd "$HOME" || echo "Cannot enter HOME=$HOME" >&2',
    "",
  ].join("\n");
}

export interface CommandOptions {
  /** The program that reads the command, by its path; `null` is sh. */
  readonly shell: string | null;
  /** A run succeeds whatever the command's exit code is. */
  readonly anyExitCode: boolean;
}

/** A command of a crontab as the end of a shell script, with what follows the first `%` as its input. */
export function shellBody(command: string, { shell, anyExitCode }: CommandOptions): string {
  const [line = "", ...input] = splitPercent(command);
  // A command may end its shell, which then has to be one of its own.
  const reader = shell ?? (anyExitCode ? "/bin/sh" : null);
  const called = reader === null ? line : `${quoted(reader)} -c ${quoted(line)}`;
  return [
    shell === null
      ? ""
      : `[ -x ${quoted(shell)} ] || { echo ${quoted(`SHELL=${shell} is not there`)} >&2; exit 127; }\n`,
    input.length === 0 ? `${called}\n` : hereDocument(called, input),
    anyExitCode ? "exit 0\n" : "",
  ].join("");
}

/** An escaped `\%` is a percent sign; every other one ends a line. */
function splitPercent(command: string): readonly string[] {
  return command.split(/(?<!\\)%/).map((part) => part.replaceAll("\\%", "%"));
}

function hereDocument(line: string, input: readonly string[]): string {
  let mark = "INPUT";
  while (input.includes(mark)) mark += "_";
  return `{ ${line}\n} <<'${mark}'\n${input.join("\n")}\n${mark}\n`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
