import { Group, Stack, Title } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { usePageTitle } from "./use-page-title.ts";

export interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The first page of a visit leaves the focus where the browser puts it. */
let isFirst = true;

/** A page's frame: its title names the tab and takes the focus after a navigation, so that a screen reader reads it. */
export function Page({ title, aside, children }: PageProps): ReactElement {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <Stack gap="sm">
      <Group justify="space-between" mih={30}>
        <Title order={1} ref={heading} tabIndex={-1} className="page-title">
          <bdi>{title}</bdi>
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
