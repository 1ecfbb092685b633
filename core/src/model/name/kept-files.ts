/** No run has such an id: those that schedulers make begin with the key of a job, or are UUIDs. */
const PREFIX = "kept-files:";

/** The id under which a feature keeps files that are of no run, in place of a run's: it removes them itself. */
export function keptFilesId(name: string): string {
  return `${PREFIX}${name}`;
}

/** Whether files under this id are no run's. */
export function isKeptFilesId(id: string): boolean {
  return id.startsWith(PREFIX);
}
