import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { FileRefusal } from "./refusal.ts";

/** Types of mounts whose locks and shared memory SQLite's log cannot rely on (https://sqlite.org/wal.html). */
const NETWORK_TYPES =
  /^(nfs\d?|cifs|smb\d?|smbfs|ncpfs|afs|9p|ceph|glusterfs|lustre|gpfs|beegfs|ocfs2|gfs2|fuse\.(sshfs|glusterfs|cephfs|s3fs|rclone|davfs2?|gcsfuse))$/;

/** The type of the network file system a path is on; `null` for a local one, and where the system does not say. */
export function networkFileSystem(path: string, mountInfo: string | null = readMountInfo()): string | null {
  if (/^(\\\\|\/\/)[^\\/]/.test(path)) return "a network share";
  const folder = followed(resolve(path));
  let found = { point: "", type: "" };
  for (const line of (mountInfo ?? "").split("\n")) {
    // proc_pid_mountinfo(5): the fifth field is the mount point, the first behind "-" the type.
    const [before = "", after = ""] = line.split(" - ");
    const point = unescape(before.split(" ")[4] ?? "");
    const isAbove = point === "/" || folder === point || folder.startsWith(`${point}/`);
    if (point !== "" && isAbove && point.length >= found.point.length)
      found = { point, type: after.split(" ")[0] ?? "" };
  }
  return NETWORK_TYPES.test(found.type) ? found.type : null;
}

/** @throws FileRefusal for a path on a network file system */
export function assertLocal(path: string): void {
  const type = networkFileSystem(path);
  if (type === null) return;
  throw new FileRefusal(
    "configuration",
    `Cannot use "${path}": it is on a network file system (${type}), where locks and SQLite's log do not hold; choose a local disk`,
  );
}

function readMountInfo(): string | null {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return null;
  }
}

/** The path, links followed as far as there are folders. */
function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(followed(folder), basename(path));
  }
}

/** Spaces and the like stand as three octal digits. */
function unescape(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  );
}
