import { parseExpression, type PathExpression, referencesOf } from "@mojob/tasks/edit";
import { mapBody } from "./map-body.ts";
import type { JsonMembers } from "./member-edit.ts";

/** The name of a node in a path, as it may be written. */
const NODE_STEP =
  /\$\s*\.\s*JOB\s*(?:\.\s*[\p{L}_][\p{L}\p{N}_]*|\[\s*['"‘’′“”](?:\\[^]|[^\\'"‘’′“”])*['"‘’′“”]\s*\])/uy;

/**
 * A body in which a node has another id: ways and expressions that name it follow, and every other character stays.
 * @param to an id that no node has
 */
export function renameNode(body: JsonMembers, from: string, to: string): JsonMembers {
  return mapBody(body, {
    id: (id) => (id === from ? to : id),
    expression: (text) => renamedIn(text, from, to),
  });
}

/** An expression that reads a node by another id; a text that is no expression stays as it is. */
export function renamedIn(text: string, from: string, to: string): string {
  const places = pathsOf(text).filter(({ root, steps: [step] }) => {
    return root === "JOB" && step?.type === "name" && step.name === from;
  });
  // From the end, so that the places before stay where they are.
  return places
    .map(({ at }) => at)
    .toSorted((one, other) => other - one)
    .reduce((renamed, at) => {
      NODE_STEP.lastIndex = at;
      const [found = ""] = NODE_STEP.exec(renamed) ?? [];
      return found === ""
        ? renamed
        : `${renamed.slice(0, at)}$.JOB['${to}']${renamed.slice(at + found.length)}`;
    }, text);
}

function pathsOf(text: string): readonly PathExpression[] {
  try {
    return referencesOf(parseExpression(text)).map(({ path }) => path);
  } catch {
    return [];
  }
}
