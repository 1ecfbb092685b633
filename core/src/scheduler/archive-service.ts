import type { JsonObject } from "../base/json.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import type { Archive, ArchivedFile, ArchivedRun, ArchiveSection } from "../model/archive.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { Page, PageRequest } from "../ports/page.ts";

export interface ArchivedRunQuery {
  readonly app?: string;
  readonly jobKey?: string;
  readonly states?: readonly JobState[];
  /** The whole id of a run. */
  readonly id?: string;
  /** Parts of this run alone. @default runs of their own and parts */
  readonly partOf?: string;
}

/** A run of an archive with all that was exported of it but its log, its facts and its files. */
export interface ArchivedRunDetail extends ArchivedRun {
  readonly run: JobInstance;
}

/** Exports that were imported: they are read, and nothing that runs here knows of them. */
export interface ArchiveService {
  /**
   * Keeps an exported file. Each line is checked as it comes; a file that is refused leaves nothing behind.
   * @param content gzip, as it was exported
   * @throws MoJobError `archive_refused`, which says the line and what was wanted; `invalid_argument` beyond 50 archives or their bytes
   */
  import(name: string, content: AsyncIterable<Uint8Array>): Promise<Archive>;
  /** The newest first. */
  list(): Promise<readonly Archive[]>;
  /** @throws MoJobError `archive_not_found` */
  get(id: string): Promise<Archive>;
  /** Its runs, the newest first. @throws MoJobError `archive_not_found` */
  runs(id: string, query: ArchivedRunQuery, page: PageRequest): Promise<Page<ArchivedRun>>;
  /** @throws MoJobError `archive_not_found`, `instance_not_found` */
  run(id: string, runId: string): Promise<ArchivedRunDetail>;
  /** Its log lines behind a `seq`. @throws MoJobError as `run` */
  logs(id: string, runId: string, after: number, limit: number): Promise<readonly JobLogLine[]>;
  /** The facts of a run of a task behind a `seq`. @throws MoJobError as `run` */
  facts(id: string, runId: string, after: number, limit: number): Promise<readonly JsonObject[]>;
  /** A file of a run. @throws MoJobError as `run`, `file_not_found` */
  file(
    id: string,
    runId: string,
    name: string,
  ): Promise<{ readonly file: ArchivedFile; open(): ReadableStream<Uint8Array<ArrayBuffer>> }>;
  /** Records beside its runs, in their order. @throws MoJobError `archive_not_found` */
  records(id: string, section: ArchiveSection, page: PageRequest): Promise<Page<JsonObject>>;
  /** @throws MoJobError `archive_not_found` */
  remove(id: string): Promise<Archive>;
}
