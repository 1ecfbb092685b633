import { Button, Group, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TickBox } from "./tick-box.tsx";
import type { Ticks } from "./use-ticks.ts";

export interface SelectionBarProps {
  readonly ticks: Ticks;
  /** The acts on the ticked items. */
  readonly children: ReactNode;
}

/** Below the rows while some are ticked, so that ticking moves none of them. */
export function SelectionBar({ ticks, children }: SelectionBarProps): ReactElement | null {
  const { t } = useTranslation();
  const count = ticks.chosen.length;
  if (count === 0) return null;
  return (
    <Group gap="xs" className="selection-bar" role="group" aria-label={t("instances.selected", { count })}>
      <Text size="sm" fw={600} aria-live="polite">
        {t("instances.selected", { count })}
      </Text>
      {children}
      <Button variant="subtle" size="compact-sm" onClick={ticks.clear}>
        {t("instances.unselect")}
      </Button>
    </Group>
  );
}

export interface TickAllProps {
  readonly ticks: Ticks;
  /** How many rows there are. */
  readonly count: number;
}

/** In the head of the column of ticks: all that is shown, or none. */
export function TickAll({ ticks, count }: TickAllProps): ReactElement {
  const { t } = useTranslation();
  const { length } = ticks.chosen;
  return (
    <TickBox
      label={t("instances.selectAll")}
      isTicked={length > 0 && length === count}
      isPartly={length > 0 && length < count}
      onTick={ticks.tickAll}
    />
  );
}
