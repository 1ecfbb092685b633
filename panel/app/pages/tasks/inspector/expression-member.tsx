import { type ReactElement, useDeferredValue, useMemo } from "react";
import { ConditionField } from "../expression/condition-field.tsx";
import { ExpressionField } from "../expression/expression-field.tsx";
import { type ExpressionRole, scopeOf } from "../expression/scope.ts";
import { FieldWarning } from "./field-warning.tsx";
import { type FieldProps, useForm } from "./form-context.ts";

export interface ExpressionMemberProps extends FieldProps {
  readonly role: ExpressionRole;
  readonly isCondition: boolean;
  /** Whether there may be none. @default false */
  readonly isOptional?: boolean;
}

/** An expression, by what can be read where it stands. */
export function ExpressionMember({
  label,
  hint,
  pointer,
  value,
  role,
  isCondition,
  isOptional = false,
  onChange,
}: ExpressionMemberProps): ReactElement {
  const { body, node, app, isDisabled, issues } = useForm();
  // What can be read of a large body takes longer to find than to type a letter.
  const read = useDeferredValue(body);
  const scope = useMemo(() => scopeOf(read, { node, role, app }), [read, node, role, app]);
  const field = {
    label,
    hint,
    error: issues.get(pointer),
    text: typeof value === "string" ? value : "",
    scope,
    isDisabled,
    onChange: (text: string) => onChange(text === "" ? undefined : text),
  };
  return (
    <>
      {isCondition ? <ConditionField {...field} isOptional={isOptional} /> : <ExpressionField {...field} />}
      <FieldWarning pointer={pointer} />
    </>
  );
}
