import type { ReactElement, ReactNode } from "react";
import { HintButton } from "./hint-button.tsx";

export interface TagProps {
  readonly children: ReactNode;
  /** More, for who points at it or tabs to it. */
  readonly hint?: string;
  readonly isWarning?: boolean;
}

/** A small fact beside a name. */
export function Tag({ children, hint, isWarning = false }: TagProps): ReactElement {
  const className = `badge badge-tag${isWarning ? " badge-warning" : ""}`;
  if (hint === undefined) return <span className={className}>{children}</span>;
  return (
    <HintButton className={`${className} tag-button`} hint={hint}>
      {children}
    </HintButton>
  );
}
