/** One process that decides for a tenant, as it last described itself. */
export interface ControlPlaneRecord {
  /** New at every start. */
  readonly id: string;
  /** The machine's name; `null` where the runtime does not say it. */
  readonly host: string | null;
  readonly pid: number | null;
  /** `node`, `bun` or `deno`. */
  readonly runtime: string;
  readonly runtimeVersion: string;
  /** The version of its program; `null` where nobody stated one. */
  readonly version: string | null;
  readonly startedAt: Date;
  /** It decides nothing and takes over when the process that does ends. */
  readonly standsBy: boolean;
  /** The duties that it does now for the tenant, by name, in order. */
  readonly duties: readonly string[];
}
