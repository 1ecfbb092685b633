import { Tooltip } from "@mantine/core";
import type { ReactElement, RefObject } from "react";

export interface HintProps {
  readonly of: RefObject<HTMLElement | null>;
  readonly isShown: boolean;
  readonly text: string;
}

/** The words beside what a `HintButton` names. */
export function Hint({ of, isShown, text }: HintProps): ReactElement {
  return <Tooltip target={of} opened={isShown} label={text} multiline maw={360} />;
}
