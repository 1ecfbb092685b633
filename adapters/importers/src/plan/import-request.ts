import type { ImportSource } from "../sources/import-source.ts";
import type { ImportLocale } from "../words/finding-words.ts";

/** The file to import, and how its schedules were read. */
export interface ImportRequest {
  readonly source: ImportSource;
  /** The file as it is. */
  readonly text: string;
  /** The IANA name of the zone in which the old scheduler read its schedules: of its server, where it had none of its own. */
  readonly timeZone: string;
  /** The app that the jobs belong to. @default the executor's name with XXL-JOB; the other sources have none, and need it */
  readonly app?: string;
  /** Whether commands succeed whatever their exit code is, as cron took them; with a crontab alone, refused with another source. @default false */
  readonly anyExitCode?: boolean;
  /** The language of findings. @default "en" */
  readonly locale?: ImportLocale;
}
