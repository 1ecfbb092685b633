import type { ReactElement } from "react";
import type { FieldProps } from "./form-context.ts";
import type { Form, MemberName } from "./forms.ts";

export interface MemberFieldProps extends Omit<FieldProps, "label" | "hint"> {
  readonly name: MemberName;
  readonly form: Form;
}

export interface FormFieldProps extends FieldProps {
  readonly form: Form;
  /** It stands in a list, which has a frame. @default false */
  readonly isItem?: boolean;
  /** The member that it is, or is an item of. */
  readonly name: MemberName;
}

/** Draws what is within a field: it is handed on so that the files do not import each other. */
export type DrawField = (props: FormFieldProps) => ReactElement;
