/** A command of a crontab as a shell script: its variables, then the command, with what follows the first `%` as its input. */
export function shellScript(command: string, variables: ReadonlyMap<string, string>): string {
  const exports = [...variables].map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const [line = "", ...input] = splitPercent(command);
  const body = input.length === 0 ? `${line}\n` : hereDocument(line, input);
  return exports.join("") + body;
}

/** An escaped `\%` is a percent sign; every other one ends a line. */
function splitPercent(command: string): readonly string[] {
  return command.split(/(?<!\\)%/).map((part) => part.replaceAll("\\%", "%"));
}

function hereDocument(line: string, input: readonly string[]): string {
  let mark = "INPUT";
  while (input.includes(mark)) mark += "_";
  return `{ ${line}\n} <<'${mark}'\n${input.join("\n")}\n${mark}\n`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
