/** How a file is opened; plain data, because it goes to the thread. */
export interface FileSettings {
  readonly path: string;
  /** Whether to wait while another process holds it. */
  readonly standsBy: boolean;
  /** Whether a commit waits for the disk. */
  readonly isSynced: boolean;
  readonly cacheKiB: number;
  /** The write-ahead log is taken into the file when it is larger than this. */
  readonly walLimitBytes: number;
}
