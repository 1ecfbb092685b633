/** A secret without its value, which is never read back. */
export interface SecretSummary {
  readonly app: string;
  readonly name: string;
  /** Counts its values from 1. */
  readonly version: number;
  /** The id of the key that sealed it. */
  readonly key: string;
  /** Whether this process has that key. */
  readonly canOpen: boolean;
  readonly createdAt: Date;
  /** `null` is the program itself. */
  readonly createdBy: string | null;
  /** When its value was given. */
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  /** The keys of the jobs whose work names it. */
  readonly usedBy: readonly string[];
}

/** Texts that jobs need and nobody reads: each belongs to an app, and only that app's jobs get it. */
export interface SecretService {
  /** By app and name, without the values. */
  list(app?: string): Promise<readonly SecretSummary[]>;
  /**
   * @param value 8 characters to 16 KiB
   * @throws MoJobError `secret_taken`, `invalid_argument`, `key_missing` where this process has no keys
   */
  create(app: string, name: string, value: string): Promise<SecretSummary>;
  /** Gives it another value; runs that begin later get it. @throws MoJobError `secret_not_found`, as `create` */
  replace(app: string, name: string, value: string): Promise<SecretSummary>;
  /** Runs of jobs that name it fail from now on, before anything of them starts. @throws MoJobError `secret_not_found` */
  remove(app: string, name: string): Promise<void>;
  /**
   * Seals with the newest key what older keys sealed, so that these can be taken out of the ring; resolves to how many.
   * @throws MoJobError `key_missing` where a key that is needed is not in this process's ring
   */
  reseal(): Promise<number>;
}
