import { Menu, type MenuItemProps } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

export interface RefusableItemProps extends Omit<MenuItemProps, "disabled"> {
  /** Why it does nothing now; `null` where it does. */
  readonly refusal: string | null;
  readonly onClick?: () => void;
  /** Renders it while it is not refused, such as a link. */
  readonly renderRoot?: (props: Record<string, unknown>) => ReactNode;
  readonly children: ReactNode;
}

/** As `RefusableButton`, in a menu. */
export function RefusableItem({ refusal, onClick, renderRoot, ...props }: RefusableItemProps): ReactElement {
  if (refusal === null)
    return (
      <Menu.Item
        {...props}
        {...(onClick !== undefined && { onClick })}
        {...(renderRoot !== undefined && { renderRoot })}
      />
    );
  return (
    <Menu.Item
      {...props}
      data-disabled
      aria-disabled
      aria-description={refusal}
      title={refusal}
      closeMenuOnClick={false}
    />
  );
}
