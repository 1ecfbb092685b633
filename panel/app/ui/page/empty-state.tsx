import { Center, Stack, Text } from "@mantine/core";
import { Inbox } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

export interface EmptyStateProps {
  readonly title: string;
  /** The advice about it. */
  readonly children?: ReactNode;
}

/** In place of a list that has nothing. */
export function EmptyState({ title, children }: EmptyStateProps): ReactElement {
  return (
    <Center py={48}>
      <Stack gap={6} align="center" ta="center" maw={460}>
        <Inbox size={28} strokeWidth={1.5} aria-hidden="true" />
        <Text fw={600}>{title}</Text>
        {children}
      </Stack>
    </Center>
  );
}
