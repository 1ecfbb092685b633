import { Anchor, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { createIdempotencyKey } from "../../../api/idempotency-key.ts";
import { problemWords } from "../../../api/problem-words.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { Dialog, DialogForm } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { OperationDone } from "../../history/operation-done.tsx";
import { OperationProgress } from "../../history/operation-progress.tsx";
import { useOperation } from "../../history/use-operation.ts";
import { NO_PAUSE, PauseFields, pauseOf } from "../parts/pause-fields.tsx";

export type JobsAction = "run" | "pause" | "resume";

export interface JobsBulkDialogProps {
  readonly action: JobsAction;
  readonly keys: readonly string[];
  readonly nameOf: (key: string) => string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Acts on many jobs: says how many first, then what became of each. */
export function JobsBulkDialog({
  action,
  keys: ticked,
  nameOf,
  onClose,
  onDone,
}: JobsBulkDialogProps): ReactElement {
  const { t } = useTranslation();
  // The ticks are forgotten when it is done; its results stay.
  const [keys] = useState(ticked);
  const [names] = useState(() => new Map(ticked.map((key) => [key, nameOf(key)])));
  const [idempotencyKey] = useState(createIdempotencyKey);
  const [pause, setPause] = useState(NO_PAUSE);
  const [overwrite, setOverwrite] = useState(false);
  const change = useApiChange("bulkJobs", { onDone, onFailed: () => {} });
  const { id: operation, operation: underWay } = useOperation(change.isPending);
  const title = t(`jobs.bulkTitle.${action}`, { count: keys.length });
  const chosen = pauseOf(pause);
  if (change.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <Results answer={change.data} names={names} onClose={onClose} />
      </Dialog>
    );
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      onSubmit={() =>
        change.mutate({
          body: { action, keys, operation, ...(action === "pause" && { ...chosen, overwrite }) },
          options: { idempotencyKey },
        })
      }
      submitText={t(`jobs.bulkDo.${action}`, { count: keys.length })}
      refusal={action === "pause" && chosen === null ? t("jobs.pausePast") : null}
      isPending={change.isPending}
    >
      {change.error && <ErrorState error={change.error} />}
      <Text size="sm" c="dimmed">
        {t(`jobs.bulkExplanation.${action}`)}
      </Text>
      {underWay !== null && <OperationProgress operation={underWay} />}
      {action === "pause" && (
        <>
          <PauseFields value={pause} onChange={setPause} />
          <Checkbox
            label={t("jobs.bulkOverwrite")}
            checked={overwrite}
            onChange={({ currentTarget }) => setOverwrite(currentTarget.checked)}
          />
        </>
      )}
    </DialogForm>
  );
}

interface ResultsProps {
  readonly answer: ApiAnswer<"bulkJobs">;
  readonly names: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

function Results({ answer: { operation, done, results }, names, onClose }: ResultsProps): ReactElement {
  const { t } = useTranslation();
  // Refused jobs come first.
  const sorted = results.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {t("instances.bulkDone", { done, matched: results.length })}
      </Text>
      <ul className="job-results" tabIndex={0} aria-label={t("jobs.results")}>
        {sorted.map(({ key, instanceId, problem }) => (
          <li key={key}>
            {problem === null ? (
              <CircleCheck size={14} className="state-succeeded" aria-label={t("jobs.resultDone")} />
            ) : (
              <CircleX size={14} className="state-terminated" aria-label={t("jobs.resultRefused")} />
            )}
            <div>
              {instanceId === null ? (
                <Anchor
                  size="sm"
                  title={key}
                  renderRoot={(props) => <Link to="/jobs/$key" params={{ key }} {...props} />}
                >
                  <bdi>{names.get(key) ?? key}</bdi>
                </Anchor>
              ) : (
                <Anchor
                  size="sm"
                  title={key}
                  renderRoot={(props) => <Link to="/runs/$id" params={{ id: instanceId }} {...props} />}
                >
                  <bdi>{names.get(key) ?? key}</bdi>
                </Anchor>
              )}
              {problem !== null && (
                <Text size="xs" c="dimmed">
                  {problemWords(problem).detail}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      <OperationDone id={operation} />
      <Group justify="end">
        <Button onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
