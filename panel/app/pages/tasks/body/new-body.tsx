import type { ReactElement } from "react";
import { BodyFields } from "./body-fields.tsx";
import { useBodyCheck } from "./use-body-check.ts";

export interface NewBodyProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The body of a workflow that does not exist yet. */
export function NewBody({ text, onChange }: NewBodyProps): ReactElement {
  const check = useBodyCheck(text, null);
  return <BodyFields text={text} check={check} mayEdit onChange={onChange} />;
}
