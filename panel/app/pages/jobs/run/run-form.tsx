import { Alert, Anchor, Group, Text, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type FormEvent, type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { createIdempotencyKey } from "../../../api/idempotency-key.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { issueWords } from "../../../api/issue-words.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { findJsonMistake } from "../../../ui/json/json-mistake.ts";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import { missingValues } from "../../../ui/schema/required-values.ts";
import type { Schema } from "../../../ui/schema/schema-shape.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { ArgsField } from "./args-field.tsx";
import { CopyAs } from "./copy-as-menu.tsx";
import { FullNotice } from "./full-notice.tsx";
import { GateNotes } from "./gate-notes.tsx";
import { runBody } from "./run-form-values.ts";
import { RunTiming } from "./run-timing.tsx";
import { useRunTiming } from "./use-run-timing.ts";

export interface RunFormProps {
  readonly job: JobDetail;
  /** The arguments at first: JSON, or nothing. */
  readonly argsText: string;
  /** The run that is copied. */
  readonly from?: string;
}

/** A run, put together. */
export function RunForm({ job, argsText, from }: RunFormProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key, kind, options } = job;
  const [text, setText] = useState(argsText);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const timing = useRunTiming();
  const mayNotRun = useRefusal("runs:trigger", job.app);
  const isMalformed = text.trim() !== "" && findJsonMistake(text) !== null;
  // Unchanged arguments are not sent: a run by hand of a recurring job then has the job's own arguments, as its fires do.
  const isOwn = text.trim() === "" || (kind === "recurring" && from === undefined && text === argsText);
  const request = { argsText: isOwn ? null : text, ...timing.request };
  // A copy that is to run at once points back to what it was copied from.
  const copied = from !== undefined && Object.keys(timing.request).length === 0 ? from : undefined;
  const body = runBody(request);
  // Of what is asked for: asked twice, such as by a double click, it is one run.
  const idempotencyKey = useMemo(createIdempotencyKey, [body]);
  const done = {
    onDone: ({ instance }: { readonly instance: { readonly id: string } }) => {
      notifyDone(t("jobs.started", { name: options.name }));
      void navigate({ to: "/runs/$id", params: { id: instance.id }, ignoreBlocker: true });
    },
    onFailed: (error: ApiError) => {
      setRefusal(error);
      if (mistakesOf(error).size === 0) notifyError(error);
    },
  };
  const trigger = useApiChange("triggerJob", done);
  const rerun = useApiChange("rerunInstance", done);
  const isBusy = trigger.isPending || rerun.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const absent = missingIn(job.argsSchema, text);
    setMissing(absent);
    if (absent.length > 0) return;
    if (isMalformed || timing.isUnreadable || options.disabled || isBusy || mayNotRun !== null) return;
    setRefusal(null);
    const sent = { rawBody: body, idempotencyKey };
    if (copied === undefined) trigger.mutate({ path: { key }, body: {}, options: sent });
    else rerun.mutate({ path: { id: copied }, body: {}, options: sent });
  };
  const mistakes = useMemo(() => {
    const required = missing.map((pointer) => [pointer, t("runJob.required")] as const);
    return new Map([...required, ...(refusal === null ? [] : mistakesOf(refusal))]);
  }, [missing, refusal, t]);
  const change = (next: string): void => {
    setText(next);
    setRefusal(null);
    // A field stays marked until it has a value.
    setMissing((before) => (before.length === 0 ? before : missingIn(job.argsSchema, next)));
  };
  return (
    <form onSubmit={submit} noValidate className="run-form option-inputs">
      <Text size="sm" c="dimmed">
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/jobs/$key" params={{ key }} {...props} />}
        >
          <bdi>{options.name}</bdi>
        </Anchor>{" "}
        · <span className="mono">{key}</span>
        {from !== undefined && (
          <>
            {" · "}
            {t("runJob.fromRun")}{" "}
            <Anchor
              size="sm"
              underline="always"
              className="mono"
              renderRoot={(props) => <Link to="/runs/$id" params={{ id: from }} {...props} />}
            >
              {from}
            </Anchor>
          </>
        )}
      </Text>
      {options.disabled && (
        <Alert variant="outline" color="yellow">
          {t("runJob.disabledHint")}
        </Alert>
      )}
      <FullNotice job={job} />
      <GateNotes options={job.options} />
      <UnsavedDialog isUnsaved={text !== argsText} text={t("runJob.unsaved")} />
      <div className="run-parts">
        <section>
          <Title order={2}>{t("runJob.args")}</Title>
          <ArgsField schema={job.argsSchema} text={text} onChange={change} mistakes={mistakes} />
          {kind === "recurring" && (
            <Text size="sm" c="dimmed">
              {t("runJob.ownArgs")}
            </Text>
          )}
          {mistakes.size > 0 && (
            <Alert role="alert" variant="outline" color="red" mt="sm">
              <Text size="sm" fw={600}>
                {refusal === null ? t("runJob.required") : t("runJob.refused")}
              </Text>
              {[...mistakes].map(([pointer, message]) => (
                <Text key={pointer} size="sm">
                  <span className="mono">{pointer === "" ? "/" : pointer}</span> {message}
                </Text>
              ))}
            </Alert>
          )}
        </section>
        <section>
          <RunTiming timing={timing} priority={options.priority} />
        </section>
      </div>
      <Group gap="xs">
        <RefusableButton
          type="submit"
          leftSection={<Play size={14} />}
          loading={isBusy}
          refusal={
            options.disabled
              ? t("runJob.disabledHint")
              : isMalformed || timing.isUnreadable
                ? t("runJob.unreadable")
                : mayNotRun
          }
        >
          {t("runJob.run")}
        </RefusableButton>
        <CopyAs job={job} request={request} refusal={isMalformed ? t("runJob.unreadable") : null} />
      </Group>
    </form>
  );
}

/** Required values that the arguments do not have yet. Text that is not valid JSON is reported by its editor. */
function missingIn(schema: Schema | null, text: string): readonly string[] {
  if (schema === null || (text.trim() !== "" && findJsonMistake(text) !== null)) return [];
  return missingValues(schema, schema, text.trim() === "" ? {} : JSON.parse(text));
}

/** Of the arguments, by pointer into them. */
function mistakesOf({ problem }: ApiError): ReadonlyMap<string, string> {
  return new Map(
    (problem?.errors ?? [])
      .filter(({ pointer }) => pointer === "/args" || pointer?.startsWith("/args/") === true)
      .map((issue) => [(issue.pointer ?? "").slice("/args".length), issueWords(issue)]),
  );
}
