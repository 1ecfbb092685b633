/** Writes a line about something that takes long, for the person who waits. */
export function reportProgress(line: string): void {
  process.stderr.write(`[services] ${line}\n`);
}
