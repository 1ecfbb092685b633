import { Button, type ButtonProps } from "@mantine/core";
import type { MouseEvent, ReactElement, ReactNode } from "react";

export interface RefusableButtonProps extends Omit<ButtonProps, "disabled"> {
  /** Why it does nothing now; `null` where it does. */
  readonly refusal: string | null;
  /** @default "button" */
  readonly type?: "button" | "submit";
  readonly className?: string;
  readonly title?: string;
  readonly "aria-label"?: string;
  readonly "aria-pressed"?: boolean;
  readonly onClick?: () => void;
  /** Renders it while it is not refused, such as a link. */
  readonly renderRoot?: (props: Record<string, unknown>) => ReactNode;
  readonly children: ReactNode;
}

/** A button that is grey with its reason: it keeps its place in the order of Tab, where a screen reader reads it. */
export function RefusableButton({
  refusal,
  type = "button",
  onClick,
  renderRoot,
  ...props
}: RefusableButtonProps): ReactElement {
  if (refusal === null) {
    if (renderRoot !== undefined) return <Button {...props} renderRoot={renderRoot} />;
    return <Button type={type} {...props} {...(onClick !== undefined && { onClick })} />;
  }
  return (
    <Button
      type={type}
      {...props}
      data-disabled
      aria-disabled
      aria-description={refusal}
      title={refusal}
      onClick={(event: MouseEvent) => event.preventDefault()}
    />
  );
}
