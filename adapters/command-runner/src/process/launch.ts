import { RunFile } from "./run-folder.ts";

/**
 * Starts the program in the place of the shell, with all of its words as they are: no word is ever read as shell text.
 *
 * The shell's own input is a pipe that the worker holds open. A process beside the program waits for the end of that pipe,
 * removes the run's secrets and kills the whole group: neither outlives a worker that was killed. It is started twice removed, so
 * that the program has no child that it did not start. Descriptors that the worker itself was started with are closed as far as a shell
 * can name them; `withoutInherited` replaces the others. Each word is passed behind a sign that the shell takes off, because
 * Deno changes words that are its own path.
 */
const LAUNCH = `exec 3<&0 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
( { read -r _ <&3; rm -rf ./${RunFile.Secrets}; kill -s KILL 0; } >/dev/null 2>&1 & )
ulimit -c 0
[ -z "$1" ] || ulimit -S -t "$1"
[ -z "$2" ] || ulimit -f "$2" 2>/dev/null
[ -z "$3" ] || { echo 0 >"$3"; } 2>/dev/null
stdin=$4
shift 4
for word; do shift; set -- "$@" "\${word#=}"; done
exec "$@" <"$stdin" 3<&-`;

const SHELL = "/bin/sh";

/** A program with its words; the first is an absolute path. */
export type Argv = readonly [program: string, ...args: string[]];

export interface Launch {
  readonly argv: Argv;
  /** The file that becomes its standard input. */
  readonly stdinPath: string;
  /** Processor time that the kernel lets each process have, in seconds. */
  readonly cpuSeconds: number | null;
  /** How large the kernel lets each file become that a process writes. */
  readonly fileMb: number | null;
  /** The file through which it joins the group in which the kernel caps its tasks; `null` where there is none. */
  readonly groupPath: string | null;
}

/** `ulimit -f` counts blocks of 512 bytes (POSIX). */
const BLOCKS_A_MB = 2048;

/** The words with which a program is started in a group of its own. */
export function launchWords({ argv, stdinPath, cpuSeconds, fileMb, groupPath }: Launch): Argv {
  const seconds = cpuSeconds === null ? "" : String(Math.ceil(cpuSeconds) + 1);
  const blocks = fileMb === null ? "" : String(Math.ceil(fileMb * BLOCKS_A_MB));
  return [
    SHELL,
    "-c",
    LAUNCH,
    "sh",
    seconds,
    blocks,
    groupPath ?? "",
    stdinPath,
    ...argv.map((word) => `=${word}`),
  ];
}
