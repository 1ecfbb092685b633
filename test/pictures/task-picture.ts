import type { TaskBody, TaskNode } from "@mojob/core/engine";

type Drawn = Omit<TaskBody, "engine">;

/** A drawing of a body in the language of Mermaid: boxes for jobs, double ones for batches and tasks, diamonds for conditions. */
export function taskPicture({ nodes }: Drawn): string {
  const names = new Map<string, string>();
  nameAll(nodes, names);
  const lines = [...boxes(nodes, names, "  "), ...arrows(nodes, names)];
  return ["flowchart LR", ...lines].join("\n");
}

/** Ids may be words that Mermaid knows, such as `end`. */
function nameAll(nodes: readonly TaskNode[], names: Map<string, string>): void {
  for (const node of nodes) {
    names.set(node.id, `n${names.size + 1}`);
    if (node.type === "group") nameAll(node.nodes, names);
  }
}

function boxes(
  nodes: readonly TaskNode[],
  names: ReadonlyMap<string, string>,
  indent: string,
): readonly string[] {
  return nodes.flatMap((node) => {
    const name = names.get(node.id) ?? node.id;
    if (node.type !== "group") return [`${indent}${name}${box(node)}`];
    return [
      `${indent}subgraph ${name}["${labelOf(node)}"]`,
      ...boxes(node.nodes, names, `${indent}  `),
      `${indent}end`,
    ];
  });
}

function box(node: TaskNode): string {
  const label = `"${labelOf(node)}"`;
  if (node.type === "condition") return `{${label}}`;
  if (node.type === "approval") return `{{${label}}}`;
  if (node.type === "wait") return `([${label}])`;
  return node.type === "task" || ("each" in node && node.each !== undefined) ? `[[${label}]]` : `[${label}]`;
}

/** With what is not usual: one run for each item, another join, cleanup. */
function labelOf(node: TaskNode): string {
  const join = typeof node.join === "object" ? `min ${node.join.min}` : node.join;
  const notes = [
    ...("each" in node && node.each !== undefined ? ["for each"] : []),
    ...(join === undefined || join === "live" ? [] : [join]),
    ...(node.cleanup === true ? ["cleanup"] : []),
  ];
  return notes.length === 0 ? node.id : `${node.id} (${notes.join(", ")})`;
}

function arrows(nodes: readonly TaskNode[], names: ReadonlyMap<string, string>): readonly string[] {
  return nodes.flatMap((node) => [
    ...(node.pre ?? []).map(({ node: from, on = "ok", branch }) => {
      const [start, end] = [names.get(from) ?? from, names.get(node.id) ?? node.id];
      if (on !== "ok") return `  ${start} -. "${branch === undefined ? on : `${branch}, ${on}`}" .-> ${end}`;
      return branch === undefined ? `  ${start} --> ${end}` : `  ${start} -- "${branch}" --> ${end}`;
    }),
    ...(node.type === "group" ? arrows(node.nodes, names) : []),
  ]);
}
