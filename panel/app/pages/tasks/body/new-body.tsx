import { type ReactElement, useState } from "react";
import type { DrawWork } from "../inspector/form-context.ts";
import { BodyFields } from "./body-fields.tsx";
import { useBodyCheck } from "../check/use-body-check.ts";

export interface NewBodyProps {
  readonly text: string;
  /** Whose workers run it. */
  readonly app: string;
  /** Draws what a node runs. */
  readonly Work: DrawWork;
  readonly onChange: (text: string) => void;
}

/** The body of a workflow that does not exist yet. */
export function NewBody({ text, app, Work, onChange }: NewBodyProps): ReactElement {
  const [begun] = useState(text);
  const check = useBodyCheck(text, null);
  const isUnsaved = text !== begun;
  const shared = { text, app, Work, check, isUnsaved, onChange };
  return <BodyFields {...shared} jobKey={null} mayEdit />;
}
