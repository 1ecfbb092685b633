/** The hash of an address that leads to a line of a run's log. */
export function hashOfLine(number: number): string {
  return `line-${number}`;
}

/** The number of the line that an address leads to; `null` where it leads to none. */
export function lineOfHash(hash: string): number | null {
  const [, number] = /^line-([1-9]\d{0,8})$/.exec(hash) ?? [];
  return number === undefined ? null : Number(number);
}
