import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { OperationDone } from "../../history/operation-done.tsx";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { problemWords } from "../../../api/problem-words.ts";

const LISTED = 50;

export interface BulkSummaryProps {
  readonly answer: ApiAnswer<"bulkInstances">;
  readonly onClose: () => void;
}

/** How many runs were acted on, and why the others were refused. */
export function BulkSummary({
  answer: { operation, matched, done, failed },
  onClose,
}: BulkSummaryProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {t("instances.bulkDone", { done, matched })}
      </Text>
      {failed.length > 0 && (
        <>
          <Text size="sm">{t("instances.bulkFailed", { count: failed.length })}</Text>
          <ul className="bulk-failed">
            {failed.slice(0, LISTED).map(({ id, problem }) => (
              <li key={id}>
                <Anchor
                  size="xs"
                  className="mono"
                  renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
                >
                  {id}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {problemWords(problem).detail}
                </Text>
              </li>
            ))}
          </ul>
          {failed.length > LISTED && (
            <Text size="xs" c="dimmed">
              {t("instances.bulkMoreFailed", { count: failed.length - LISTED })}
            </Text>
          )}
        </>
      )}
      <OperationDone id={operation} />
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
