/** The beginning of the scripts of a crontab: the variables above a command. */
export function shellExports(variables: readonly (readonly [name: string, value: string])[]): string {
  return variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`).join("");
}

/** A command of a crontab as the end of a shell script, with what follows the first `%` as its input. */
export function shellBody(command: string): string {
  const [line = "", ...input] = splitPercent(command);
  return input.length === 0 ? `${line}\n` : hereDocument(line, input);
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
