/** The end of a UUID, behind the mark of a run that another one made. */
const UUID = /^~?[\da-f]{8}(?:-[\da-f]{4}){3}-([\da-f]{12})(?=$|\/)/;

/** The part of a run's id that differs from those beside it: without its job's key, and of a UUID the end. */
export function shortId(id: string, jobKey: string): string {
  if (UUID.test(id)) return id.replace(UUID, "…$1");
  return id.startsWith(jobKey) ? id.slice(jobKey.length) : id;
}
