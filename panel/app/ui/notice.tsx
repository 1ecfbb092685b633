import { Alert, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

export interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Something that needs attention, with what to do about it. */
export function Notice({ title, children }: NoticeProps): ReactElement {
  return (
    <Alert
      role="status"
      variant="outline"
      color="yellow"
      icon={<TriangleAlert size={16} />}
      title={
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {title}
        </Text>
      }
    >
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  );
}
