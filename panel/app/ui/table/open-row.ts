import type { MouseEvent } from "react";

/** Elements that take a click for themselves. */
const CONTROLS = "a, button, input, label, select, summary";

/** Opens the row that was clicked by its first link, unless the click was for a control in it or ended a selection of text. */
export function openRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS) !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  const link = target.closest("tr")?.querySelector("a");
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }),
  );
}
