import { existsSync, lstatSync, readlinkSync } from "node:fs";

/** Folders of the sandbox's root besides `/usr`, where the system has them: links into `/usr`, or folders of their own. */
const ROOT_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] as const;

/** Files that programs need to be loaded and to know certificates and the time zone; nobody's passwords or keys. */
const SYSTEM_FILES: readonly string[] = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/localtime",
  "/etc/php",
  "/etc/ssl/openssl.cnf",
];
/** The user that has no rights anywhere. */
const NOBODY = "65534";

export interface SandboxRequest {
  /** The absolute path of bubblewrap's program. */
  readonly bubblewrap: string;
  /** The only folder that can be written. */
  readonly folder: string;
  /** Files and folders beside the system's that can be read. */
  readonly readOnly: readonly string[];
  /** The memory that the run may have; `null` is no limit. */
  readonly memoryMb: number | null;
  /** Processes and threads that the kernel lets it have; `null` is no limit. */
  readonly tasks: number | null;
  /** Whether namespaces inside the sandbox are refused, which bubblewrap can do from 0.8 on. */
  readonly refusesNamespaces: boolean;
  /** A file with the system calls that are refused, as `seccompFilter` writes them; `null` refuses none. */
  readonly filter: string | null;
}

/** The shell opens the file of system calls, which bubblewrap reads from a descriptor, and removes it: it is none of the script's. */
const WITH_FILTER = 'exec 9<"$0" && rm -f "$0" && exec "$@"';
/**
 * The limit counts what runs in the namespace of the sandbox, because it is set within. It is none for root, whom the kernel
 * exempts, whatever the sandbox calls it; `dash` has another letter for it than other shells.
 */
const WITH_TASKS = 'ulimit -u "$0" 2>/dev/null || ulimit -p "$0" 2>/dev/null; exec "$@"';

/** The size of `/tmp`, and of `/dev/shm`: both are memory, and no process has it. */
const MOST_TEMPORARY_MB = 256;
const MB = 1024 * 1024;

/**
 * The words before a program that is to run in namespaces of its own: without network, without other processes, as nobody,
 * with a root that has the system's programs alone and cannot be written. All of it ends with bubblewrap.
 */
export function sandboxWords({
  bubblewrap,
  folder,
  readOnly,
  memoryMb,
  tasks,
  refusesNamespaces,
  filter,
}: SandboxRequest): readonly [string, ...string[]] {
  const system = SYSTEM_FILES.flatMap((path) => ["--ro-bind-try", path, path]);
  const given = readOnly.flatMap((path) => ["--ro-bind", path, path]);
  const size = String(Math.ceil(Math.min(memoryMb ?? MOST_TEMPORARY_MB, MOST_TEMPORARY_MB) * MB));
  const words = [
    `--unshare-all --unshare-user --die-with-parent --cap-drop ALL --uid ${NOBODY} --gid ${NOBODY} --ro-bind /usr /usr`.split(
      " ",
    ),
    // As root of a namespace of its own a script would reach more of the kernel.
    refusesNamespaces ? ["--disable-userns"] : [],
    filter === null ? [] : ["--seccomp", "9"],
    ROOT_FOLDERS.flatMap(rootFolder),
    system,
    "--proc /proc --dev /dev".split(" "),
    ...["/tmp", "/dev/shm"].map((path) => ["--size", size, "--tmpfs", path]),
    given,
    ["--bind", folder, folder, "--chdir", folder, "--remount-ro", "/", "--"],
    tasks === null ? [] : ["/bin/sh", "-c", WITH_TASKS, String(tasks)],
  ];
  const sandbox = [bubblewrap, ...words.flat()] as const;
  return filter === null ? sandbox : ["/bin/sh", "-c", WITH_FILTER, filter, ...sandbox];
}

function rootFolder(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ["--symlink", readlinkSync(path), path]
    : ["--ro-bind", path, path];
}
