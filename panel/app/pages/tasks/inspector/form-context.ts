import { type ComponentType, createContext, useContext } from "react";
import type { Body } from "../edit/body.ts";

/** What all fields of one form share. */
export interface FormPlace {
  readonly body: Body;
  /** The node that is edited; `null` for the settings of the workflow. */
  readonly node: string | null;
  /** Whose workers run it. */
  readonly app: string;
  readonly isDisabled: boolean;
  /** The mistakes, by pointer into the body. */
  readonly issues: ReadonlyMap<string, string>;
  /** What is worth a look, by pointer into the body. */
  readonly warnings: ReadonlyMap<string, string>;
  readonly Work: DrawWork;
  /** Gives the node another id, wherever it is named. */
  readonly onRename: (to: string) => void;
}

/** Draws the field of what a job runs: the page around the form knows the kinds of work. */
export type DrawWork = ComponentType<FieldProps>;

export const FormContext = createContext<FormPlace | null>(null);

/** @throws TypeError outside of a form */
export function useForm(): FormPlace {
  const place = useContext(FormContext);
  if (place === null) throw new TypeError("A field of a body stands in its form");
  return place;
}

/** What a field shows and changes. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Its place in the body. */
  readonly pointer: string;
  readonly value: unknown;
  /** The object that it is a member of. */
  readonly around: Body;
  /** `undefined` takes it away. */
  readonly onChange: (value: unknown) => void;
}
