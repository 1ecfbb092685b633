import { type Schema, shapeSchema } from "./schema-shape.ts";

/** The JSON pointers of required values that are not there yet. An empty text that was chosen on purpose is a value. */
export function missingValues(given: Schema, root: Schema, value: unknown, pointer = ""): readonly string[] {
  const { shape } = shapeSchema(given, root);
  if (shape.kind === "array") {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const inner = shapeSchema(shape.item, root);
    const needsText = !inner.isNullable && (inner.shape.kind === "text" || inner.shape.kind === "number");
    return items.flatMap((item, index) =>
      item === null && needsText
        ? [`${pointer}/${index}`]
        : missingValues(shape.item, root, item, `${pointer}/${index}`),
    );
  }
  if (shape.kind !== "object" || typeof value !== "object" || value === null) return [];
  const members = value as Readonly<Record<string, unknown>>;
  return shape.fields.flatMap(({ name, schema, isRequired }) => {
    const inner = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (Object.hasOwn(members, name)) return missingValues(schema, root, members[name], inner);
    return isRequired ? [inner] : [];
  });
}
