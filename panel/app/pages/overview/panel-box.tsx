import { Group, Title } from "@mantine/core";
import { type ReactElement, type ReactNode, useId } from "react";

export interface PanelBoxProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the overview, under a heading of its own. */
export function PanelBox({ title, aside, children }: PanelBoxProps): ReactElement {
  const id = useId();
  return (
    <section className="panel-box" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mih={26} mb={6}>
        <Title order={2} size="sm" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  );
}
