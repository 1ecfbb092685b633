import { readFileSync, readlinkSync } from "node:fs";
import { readdir, lstat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

/** Which machine since when it runs, and which of its namespaces of processes: pids mean something within both alone. */
interface Home {
  readonly boot: string;
  readonly namespace: string;
}

const UNKNOWN: Home = { boot: "0", namespace: "0" };
const OWNER = /^mojob-run-([0-9a-f]+)-(\d+)-(\d+)-(\d+)-(?:\w{6})?$/;

/** The beginning of the names of this process' run folders: by it a later process knows that this one has died. */
export function folderPrefix(): string {
  const { boot, namespace } = homeOfThis();
  return `mojob-run-${boot}-${namespace}-${process.pid}-${startOf(process.pid) ?? 0}-`;
}

/**
 * The folders in `parent` that processes of this user have left which were killed: they hold the arguments of runs, and the
 * texts of scripts. On Linux only, and only of processes that this one would see; other folders are left alone.
 */
export async function leftFolders(parent: string): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of await readdir(parent)) {
    if (!hasDied(name)) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() === true && found.uid === process.getuid?.()) left.push(path);
  }
  return left;
}

/** Whether the process has ended that named a folder so, or whose prefix it is; `false` where this one would not know. */
export function hasDied(name: string): boolean {
  const home = homeOfThis();
  if (home === UNKNOWN) return false;
  const [, boot, namespace, pid, start] = OWNER.exec(name) ?? [];
  return boot === home.boot && namespace === home.namespace && startOf(Number(pid)) !== start;
}

function homeOfThis(): Home {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").replaceAll(/[^0-9a-f]/g, "");
    const [namespace = ""] = /\d+/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
    return boot === "" || namespace === "" ? UNKNOWN : { boot: boot.slice(0, 12), namespace };
  } catch {
    return UNKNOWN;
  }
}

/** When a process was started, in ticks since the machine was; `null` where there is none of this number. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const START = 22;
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[START - 3] ?? null;
  } catch {
    return null;
  }
}
