import { formatInstant } from "../../../time/format-time.ts";

/** The end of a UUID, behind the mark of a run that another one made. */
const UUID = /^~?[\da-f]{8}(?:-[\da-f]{4}){3}-([\da-f]{12})(?=$|\/)/;
/** When a fire was due, in its id. */
const DUE = /^@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{3}))?Z)/;

/**
 * The part of a run's id that differs from those beside it: without its job's key, and of a UUID the end. A fire has when it was
 * due, as the times beside it are shown.
 * @param isUtc whether those are. @default they are of the browser's zone
 */
export function shortId(id: string, jobKey: string, isUtc = false): string {
  if (UUID.test(id)) return id.replace(UUID, "…$1");
  if (!id.startsWith(jobKey)) return id;
  return id.slice(jobKey.length).replace(DUE, (_, due: string, ms = "000") => {
    // Rows are narrow, and where fires differ stands last; the title has the whole id.
    const at = formatInstant(new Date(due), isUtc ? "UTC" : undefined).slice("2026-".length);
    return `@${at}${ms === "000" ? "" : `.${ms}`}${isUtc ? "Z" : ""}`;
  });
}
