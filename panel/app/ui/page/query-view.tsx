import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { ErrorState } from "./error-state.tsx";

export interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a read: the wait for it, why there is none, or the data, with a note above once they can no longer be renewed. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>): ReactElement {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  const retry = (): void => void refetch();
  if (data === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return (
      <Stack gap={8} role="status" aria-label={t("common.loading")}>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={34} />
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {error && <ErrorState error={error} onRetry={retry} />}
      {children(data)}
    </Stack>
  );
}
