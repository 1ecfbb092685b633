import { Alert, Button, Stack, Text } from "@mantine/core";
import { CircleAlert, Unplug } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, ApiErrorKind } from "../../api/api-error.ts";
import { errorWords } from "../../api/problem-words.ts";

export interface ErrorStateProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
}

/** In place of what could not be read, or above what is shown although it may be old. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactElement {
  const { t } = useTranslation();
  const isOffline = error.kind === ApiErrorKind.Offline;
  const { title, detail } = errorWords(error);
  return (
    <Alert
      role="alert"
      variant="outline"
      color={isOffline ? "yellow" : "red"}
      icon={isOffline ? <Unplug size={16} /> : <CircleAlert size={16} />}
      title={
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {title}
        </Text>
      }
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{detail}</Text>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t("common.retry")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
