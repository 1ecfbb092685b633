import type { RemoteConfigChange } from "../../client/src/mod.ts";

const MARKS = { create: "+", change: "~", remove: "-" } as const;

/** Prints what would be changed or was, value by value. */
export function printChanges(changes: readonly RemoteConfigChange[]): void {
  for (const { section, id, action, fields } of changes) {
    console.log(`${MARKS[action]} ${section === id ? id : `${section}/${id}`}`);
    if (action === "remove") continue;
    for (const { pointer, before, after } of fields)
      console.log(
        action === "create"
          ? `    ${pointer}: ${shown(after)}`
          : `    ${pointer}: ${shown(before)} -> ${shown(after)}`,
      );
  }
  console.log(changes.length === 0 ? "Nothing differs" : `${changes.length} changes`);
}

function shown(value: unknown): string {
  return value === undefined ? "(left out)" : JSON.stringify(value);
}
