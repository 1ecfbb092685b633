import { Anchor, Button, Group, Modal, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import type { RunFilter } from "./pinned-list.ts";

/** These runs, or all that the filter finds. */
export type BulkTarget = { readonly action: "cancel" | "rerun" } & (
  | { readonly ids: readonly string[] }
  | { readonly filter: RunFilter }
);

export interface BulkDialogProps {
  readonly target: BulkTarget;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** The API's own bound. */
const MOST = 10_000;
const LISTED = 50;

/** Acts on many runs: says how many first, then what became of each that was refused. */
export function BulkDialog({ target, onClose, onDone }: BulkDialogProps): ReactElement {
  const { t } = useTranslation();
  const { action } = target;
  const [reason, setReason] = useState("");
  const change = useApiChange("bulkInstances", {
    ...(onDone && { onDone: () => onDone() }),
    onFailed: () => {},
  });
  const wanted = "ids" in target ? { ids: target.ids } : { filter: target.filter };
  const count = useApi(
    "bulkInstances",
    { body: { action, ...wanted, dryRun: true } },
    { enabled: change.isIdle },
  );
  const isCounted = count.data !== undefined && !(count.isFetching && change.isIdle);
  const matched = count.data?.matched ?? 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const why = reason.trim();
    change.mutate({ body: { action, ...wanted, ...(why !== "" && { reason: why }) } });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={action === "cancel" ? t("instances.bulkCancelTitle") : t("instances.bulkRerunTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      {change.data ? (
        <BulkSummary answer={change.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            {count.error && <ErrorState error={count.error} />}
            {change.error && <ErrorState error={change.error} />}
            <div role="status">
              {isCounted ? (
                <Text size="sm">
                  {matched === 0
                    ? t("instances.bulkNone")
                    : action === "cancel"
                      ? t("instances.bulkCancelCount", { count: matched })
                      : t("instances.bulkRerunCount", { count: matched })}{" "}
                  {matched >= MOST && t("instances.bulkMost", { count: MOST })}
                </Text>
              ) : (
                !count.error && <Skeleton height={20} aria-label={t("instances.bulkCounting")} />
              )}
            </div>
            {action === "cancel" && (
              <Textarea
                label={t("instances.cancelReason")}
                maxLength={500}
                autosize
                minRows={2}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
                data-autofocus
              />
            )}
            <Group justify="end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("common.close")}
              </Button>
              <Button
                type="submit"
                color={action === "cancel" ? "red.9" : "indigo"}
                disabled={!isCounted || matched === 0}
                loading={change.isPending}
              >
                {action === "cancel"
                  ? t("instances.bulkCancelDo", { count: matched })
                  : t("instances.bulkRerunDo", { count: matched })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface BulkSummaryProps {
  readonly answer: ApiAnswer<"bulkInstances">;
  readonly onClose: () => void;
}

function BulkSummary({ answer: { matched, done, failed }, onClose }: BulkSummaryProps): ReactElement {
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
                  renderRoot={(props) => <Link to="/instances/$id" params={{ id }} {...props} />}
                >
                  {id}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {problem.detail}
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
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
