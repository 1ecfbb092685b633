/** Bounds of one run; all of them are sums over what it reads and makes. */
export interface FileLimits {
  /** What it reads, and what it writes: megabytes each. @default 4096 */
  readonly totalMb?: number;
  /** One file that it makes, in megabytes. @default 1024 */
  readonly fileMb?: number;
  /** Files and folders that it looks at, joins, packs or removes. @default 100_000 */
  readonly entries?: number;
  /** Files and folders of an archive, and parts of a file that is split. @default 10_000 */
  readonly archiveEntries?: number;
  /** How much larger an archive's content may be than the archive. @default 100 */
  readonly archiveRatio?: number;
}

const LIMIT_NAMES = ["totalMb", "fileMb", "entries", "archiveEntries", "archiveRatio"] as const;

/** @throws TypeError for a limit that is no whole number from 1 on */
export function resolveLimits(limits: FileLimits): Required<FileLimits> {
  const resolved = {
    totalMb: 4096,
    fileMb: 1024,
    entries: 100_000,
    archiveEntries: 10_000,
    archiveRatio: 100,
  };
  for (const name of LIMIT_NAMES) {
    const value = limits[name] ?? resolved[name];
    if (!Number.isSafeInteger(value) || value < 1)
      throw new TypeError(`Limit "${name}" has to be a whole number from 1 on, and ${value} is none`);
    resolved[name] = value;
  }
  return resolved;
}
