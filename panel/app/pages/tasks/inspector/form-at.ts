import { BODY_FORM, type Form, type Members, NODE_FORMS } from "./forms.ts";
import { type Body, isObject, itemsOf } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import { caseOf } from "./variant-case.ts";

/** What may stand at a place of a body. */
export interface FormAt {
  /** The members that an object there may have; `null` where it is no object that is known. */
  readonly members: Members | null;
  /** The member whose value says what the object is, and those values. @default there is none */
  readonly by: { readonly name: string; readonly values: readonly string[] } | null;
  /** The form of a value there; `null` where it is not known. */
  readonly form: Form | null;
  /** The object around it. */
  readonly around: Body;
  /** The node that it is in. */
  readonly node: string | null;
}

type Place = readonly (string | number)[];

const NODES: Form = { form: "nodes" };
const NODE_TYPES = { name: "type", values: Object.keys(NODE_FORMS) };

/** The form at a place, by a body as it was when it could be read last. */
export function formAt(body: unknown, path: Place): FormAt {
  let at: FormAt = { members: { ...BODY_FORM, nodes: NODES }, by: null, form: null, around: {}, node: null };
  let value: unknown = body;
  for (const part of path) {
    const around = membersOf(value);
    value = typeof part === "number" ? itemsOf(value)[part] : around[part];
    at = typeof part === "number" ? itemAt(at, value) : memberAt(at, part, around, value);
  }
  return at;
}

function memberAt(at: FormAt, name: string, around: Body, value: unknown): FormAt {
  if (at.by?.name === name) return { ...at, members: null, by: at.by, form: null, around };
  const form =
    at.members !== null && Object.hasOwn(at.members, name) ? at.members[name as keyof Members] : undefined;
  return { ...inside(form ?? null, value), around, node: at.node };
}

function itemAt(at: FormAt, value: unknown): FormAt {
  const { form, node } = at;
  if (form?.form === "nodes") {
    const { id, type } = membersOf(value);
    const members =
      typeof type === "string" && Object.hasOwn(NODE_FORMS, type) ? NODE_FORMS[type] : undefined;
    const own = typeof id === "string" ? id : null;
    return { members: members ?? {}, by: NODE_TYPES, form: null, around: at.around, node: own };
  }
  return { ...inside(form?.form === "list" ? form.item : form, value), around: at.around, node };
}

/** What is known of a value by its form. */
function inside(form: Form | null, value: unknown): Pick<FormAt, "members" | "by" | "form"> {
  if (form?.form === "object") return { members: form.members, by: null, form };
  if (form?.form !== "variant") return { members: null, by: null, form };
  const { by, cases } = form;
  const values = Object.keys(cases);
  const chosen = isObject(value) ? caseOf(form, value) : null;
  const members =
    chosen === null
      ? Object.assign({}, ...Object.values(cases).map((one) => one.members))
      : cases[chosen]?.members;
  return { members: (members ?? {}) as Members, by: by === null ? null : { name: by, values }, form };
}
