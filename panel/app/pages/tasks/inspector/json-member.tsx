import type { ReactElement } from "react";
import { JsonField } from "../../../ui/schema/json-field.tsx";
import { JsonView } from "../../../ui/json/json-view.tsx";
import { type FieldProps, useForm } from "./form-context.ts";

/** Any value, as JSON. */
export function JsonMember({ label, hint, pointer, value, onChange }: FieldProps): ReactElement | null {
  const { isDisabled, issues } = useForm();
  if (isDisabled) return value === undefined ? null : <JsonView label={label} value={value} />;
  return (
    <JsonField
      label={label}
      description={hint ?? ""}
      error={issues.get(pointer)}
      withAsterisk={false}
      value={value}
      onChange={onChange}
    />
  );
}
