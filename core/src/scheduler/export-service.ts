import type { RunExport } from "../model/export.ts";

/**
 * Files with what ran in a range of time. A request is `{ from, to, apps, jobs, tags, states, include }`; times are ISO 8601. A file holds what
 * its maker sees when it is asked for; who reads it holds the same rights at that time.
 */
export interface ExportService {
  /**
   * Begins one; its file is made in the background and goes on after a restart.
   * @throws MoJobError `invalid_argument` also beyond 20 that are kept; `forbidden` for a part that the caller does not read
   */
  create(request: unknown): Promise<RunExport>;
  /** Those that the caller may read, the newest first. */
  list(): Promise<readonly RunExport[]>;
  /** @throws MoJobError `export_not_found` */
  get(id: string): Promise<RunExport>;
  /**
   * The bytes of its file from `start` up to `end`, which is not among them; piece by piece.
   * @throws MoJobError `export_not_found`; `export_not_ready`
   */
  read(id: string, start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Stops the making of one; one that is not under way stays as it is. @throws MoJobError `export_not_found`, `forbidden` */
  cancel(id: string): Promise<RunExport>;
  /** Removes it with its file. @throws MoJobError `export_not_found`, `forbidden` */
  remove(id: string): Promise<RunExport>;
}
