const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface FileBounds {
  /** The text of one line. */
  readonly lineBytes: number;
  /** The text of all lines. */
  readonly plainBytes: number;
  /** The compressed file. */
  readonly bytes: number;
  readonly runs: number;
  readonly lines: number;
  /** Text for each byte of the file, beyond the first `freeBytes` of text: pieces that would shrink more are written as they are. */
  readonly ratio: number;
  readonly freeBytes: number;
}

export interface TenantBounds {
  readonly exports: number;
  readonly exportBytes: number;
  readonly exportMs: number;
  readonly archives: number;
  readonly archiveBytes: number;
  readonly archiveMs: number;
}

/** How much one file may hold: what is exported keeps to it, and what is more is no export. */
export const FILE_BOUNDS: FileBounds = {
  lineBytes: 8 * MIB,
  plainBytes: 8 * GIB,
  bytes: 2 * GIB,
  runs: 1_000_000,
  lines: 20_000_000,
  ratio: 100,
  freeBytes: 64 * MIB,
};

/** How much a tenant keeps, and for how long. */
export const TENANT_BOUNDS: TenantBounds = {
  exports: 20,
  exportBytes: 4 * GIB,
  exportMs: 2 * DAY_MS,
  archives: 50,
  archiveBytes: 4 * GIB,
  archiveMs: 90 * DAY_MS,
};

/** The text of one piece of a file, before it is compressed. */
export const PIECE_BYTES: number = 4 * MIB;
/** The text of one piece of an archive: what is read of it to show one run. */
export const ARCHIVE_PIECE_BYTES: number = MIB;
