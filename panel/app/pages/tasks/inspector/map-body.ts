import { BODY_FORM, type Form, type MemberName, type Members, NODE_FORMS } from "./forms.ts";
import { isMembers, itemsOf, type JsonMembers, membersOf } from "./member-edit.ts";
import { caseOf } from "./variant-case.ts";

/** What becomes of the values of a body that name nodes. */
export interface NamedChange {
  /** Of an expression. */
  readonly expression: (text: string) => string;
  /** Of the id of a node, or of one that is waited for. */
  readonly id: (id: string) => string;
}

const BODY: Members = { ...BODY_FORM, nodes: { form: "nodes" } };

/** A body in which expressions and ids are others. What no field is for stays. */
export function mapBody(body: JsonMembers, change: NamedChange): JsonMembers {
  return mapMembers(BODY, body, change);
}

function mapMembers(forms: Members, value: JsonMembers, change: NamedChange): JsonMembers {
  const entries = Object.entries(value).map(([name, member]) => {
    const form = Object.hasOwn(forms, name) ? forms[name as MemberName] : undefined;
    return [name, form === undefined ? member : mapValue(form, member, change)] as const;
  });
  return Object.fromEntries(entries);
}

function mapValue(form: Form, value: unknown, change: NamedChange): unknown {
  switch (form.form) {
    case "expression":
    case "condition":
      return typeof value === "string" ? change.expression(value) : value;
    case "id":
    case "node":
      return typeof value === "string" ? change.id(value) : value;
    case "object":
      return isMembers(value) ? mapMembers(form.members, value, change) : value;
    case "list":
      return Array.isArray(value) ? value.map((item) => mapValue(form.item, item, change)) : value;
    case "variant": {
      const chosen = caseOf(form, value);
      const members = chosen === null ? undefined : form.cases[chosen]?.members;
      return members === undefined ? value : mapMembers(members, membersOf(value), change);
    }
    case "nodes":
      return Array.isArray(value) ? itemsOf(value).map((node) => mapNode(node, change)) : value;
    default:
      return value;
  }
}

function mapNode(node: unknown, change: NamedChange): unknown {
  const { type } = membersOf(node);
  const forms = typeof type === "string" && Object.hasOwn(NODE_FORMS, type) ? NODE_FORMS[type] : undefined;
  return forms === undefined ? node : mapMembers(forms, membersOf(node), change);
}
