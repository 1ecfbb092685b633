/** As many as the API looks at together. */
const MOST_LINES = 100;
const BEGINNING = '{"auditHeads"';

/** The latest lines of a text that say where the audit ended, without what a log has put before them. */
export function keptLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const at = line.indexOf(BEGINNING);
      return at < 0 ? [] : [line.slice(at).trim()];
    })
    .slice(-MOST_LINES);
}
