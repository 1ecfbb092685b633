import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";

/** The limits of one run's processes together, but for `foldersMb`; `null` is no limit. A run that uses more is ended and fails. */
export interface ProcessLimits {
  /** Resident memory in MB. Looked at four times a second, on Linux only. @default 1024 */
  readonly memoryMb?: number | null;
  /** Processor time in seconds. @default null */
  readonly cpuSeconds?: number | null;
  /** Its output, in MB. The log keeps less of it. @default 64 */
  readonly outputMb?: number | null;
  /** How large each file may become that it writes, in MB; the kernel refuses more. @default 1024 */
  readonly fileMb?: number | null;
  /**
   * The disk space of the folders of all runs of this process together, in MB: beyond it the run with the largest ends. Looked at each two
   * seconds. @default 8192
   */
  readonly foldersMb?: number | null;
  /** Processes and not threads. Looked at four times a second, on Linux only. @default 256 */
  readonly processes?: number | null;
}

export type ResolvedLimits = Readonly<Record<keyof ProcessLimits, number | null>>;

const DEFAULTS: ResolvedLimits = {
  memoryMb: 1024,
  cpuSeconds: null,
  outputMb: 64,
  fileMb: 1024,
  foldersMb: 8192,
  processes: 256,
};

/** Fills in the defaults. @throws MoJobError `invalid_configuration` for a limit that is not a number above 0 */
export function resolveLimits(given: ProcessLimits = {}): ResolvedLimits {
  const resolved = { ...DEFAULTS, ...given } as ResolvedLimits;
  for (const [name, limit] of Object.entries(resolved)) {
    if (!Object.hasOwn(DEFAULTS, name)) throw wrong(`there is no limit "${name}"`);
    if (limit !== null && !(Number.isFinite(limit) && limit > 0))
      throw wrong(`the limit ${name} must be a number above 0, or null for none`);
  }
  return resolved;
}

function wrong(what: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot limit processes: ${what}`);
}
