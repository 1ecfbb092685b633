const BEGINNING = "act-";

/** The hash that leads to an act on the page that lists it. */
export function hashOfAct(id: string): string {
  return BEGINNING + id;
}

/** Whether an address leads to an act. */
export function isActHash(hash: string): boolean {
  return hash.startsWith(BEGINNING);
}
