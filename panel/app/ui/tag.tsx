import { Tooltip } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

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
    <Tooltip label={hint} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={`${className} tag-button`}>
        {children}
      </button>
    </Tooltip>
  );
}
