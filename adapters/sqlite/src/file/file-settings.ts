/** How a file is opened; plain data. */
export interface FileSettings {
  readonly path: string;
  /** Whether to wait while another process holds it. */
  readonly standsBy: boolean;
  /** Whether a call waits until what it wrote is on the disk. */
  readonly isSynced: boolean;
  readonly cacheKiB: number;
  /** The write-ahead log is copied into the file, and begun again, when it is longer than this. */
  readonly logBytes: number;
}
