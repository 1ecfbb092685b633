/** A text as an expression writes it. Typographic quotes close a text there too. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\'‘’′]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `'${escaped}'`;
}

/** A parameter of the task. */
export function taskParam(name: string): string {
  return `$.TASK.PARAMS[${quoted(name)}]`;
}

/** The expression for a value of a node, as `RESULT` or `STATUS`. */
export function ofNode(id: string, member: string): string {
  return `$.JOB[${quoted(id)}].${member}`;
}

/** A named value of a node's result. */
export function resultOf(id: string, name: string): string {
  return `${ofNode(id, "RESULT")}[${quoted(name)}]`;
}
