/** Breaks object types into lines, so that a change of the API shows as the lines it changed. */
export function format(source: string): string {
  let depth = 0;
  const lines: string[] = [];
  for (const line of source.split("\n")) {
    if (!/^(export type|readonly) /.test(line)) {
      lines.push(/^\w+: \{/.test(line) ? `  ${line}` : line);
      continue;
    }
    const isMember = line.startsWith("readonly ");
    depth = isMember ? 1 : 0;
    const broken = line
      .replaceAll(/\{ (?=readonly )/g, "{\n")
      .replaceAll(/; (?=readonly )/g, ";\n")
      .replaceAll(/; \}/g, ";\n}");
    for (const piece of broken.split("\n")) {
      if (piece.startsWith("}")) depth -= 1;
      lines.push(`${"  ".repeat(depth)}${piece}`);
      if (piece.endsWith("{")) depth += 1;
    }
  }
  return lines.join("\n");
}
