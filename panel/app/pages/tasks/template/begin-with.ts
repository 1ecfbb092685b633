import { type Body, isObject, itemsOf } from "../edit/body.ts";
import type { TemplateBody } from "./templates.ts";

/** What a shape brings besides nodes, which read them. */
const NAMED = ["params", "vars"] as const;

/** A body without nodes as one of a shape: all else that it says stays, and a parameter or variable of a name that both have is its own. */
export function beginWith(body: Body, shape: TemplateBody): Body {
  const named = NAMED.flatMap((member) => {
    const own = itemsOf(body[member]);
    const names = new Set(own.map(nameOf));
    const all = [...own, ...itemsOf(shape[member]).filter((one) => !names.has(nameOf(one)))];
    return all.length === 0 ? [] : [[member, all] as const];
  });
  return { ...shape, ...body, ...Object.fromEntries(named), nodes: shape["nodes"] };
}

function nameOf(item: unknown): unknown {
  return isObject(item) ? item["name"] : undefined;
}
