import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { findJsonMistake, jsonMistakeWords } from "../../../ui/json/json-mistake.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { JsonView } from "../../../ui/json/json-view.tsx";
import "../edit/options.css";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { mistakesBelow } from "../../../api/field-mistakes.ts";
import { LazyTryWork } from "../trial/lazy-try-work.tsx";
import { WorkInput } from "./work-input.tsx";
import { readWork } from "./work-members.ts";

const NONE: ReadonlyMap<string, string> = new Map();

/** The request, program or handler that a job runs, to be edited in fields or as JSON. */
export function WorkTab({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("work:edit", job.app);
  const stored = jsonText(job.work);
  const [draft, setDraft] = useState<string | null>(null);
  const [mistakes, setMistakes] = useState(NONE);
  const text = draft ?? stored;
  const isChanged = text !== stored;
  const mistake = findJsonMistake(text);
  const write = (written: string | null): void => {
    setDraft(written);
    setMistakes(NONE);
  };
  const refuse = (error: ApiError): void => {
    const found = mistakesBelow(error, "work");
    setMistakes(found);
    if (found.size === 0) notifyError(error);
  };
  const update = useApiChange("updateJob", {
    onDone: ({ options }) => {
      write(null);
      notifyDone(t("job.saved", { name: options.name }));
    },
    onFailed: refuse,
  });
  if (!mayEdit) return <JsonView value={job.work} label={t("jobLife.workJson")} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const options = { ifMatch: job.revision, rawBody: `{"work":${text}}` };
    update.mutate({ path: { key: job.key }, body: {}, options });
  };
  return (
    <form onSubmit={submit} noValidate className="option-inputs">
      <Stack gap="xs">
        <WorkInput app={job.app} text={text} onChange={write} mistakes={mistakes} />
        <Text size="xs" c="dimmed">
          {t("jobLife.workLater")}
        </Text>
        <LazyTryWork
          kind={String(readWork(text)?.["kind"])}
          app={job.app}
          jobKey={job.key}
          work={text}
          args={job.args === null ? "" : jsonText(job.args)}
          hasArgsField={false}
          onRefused={refuse}
        />
        {isChanged && (
          <Group gap="xs" justify="end">
            <Button variant="default" onClick={() => write(null)}>
              {t("job.discard")}
            </Button>
            <RefusableButton
              type="submit"
              loading={update.isPending}
              refusal={mistake === null ? null : jsonMistakeWords(mistake, text, t)}
            >
              {t("common.save")}
            </RefusableButton>
          </Group>
        )}
      </Stack>
      <UnsavedDialog isUnsaved={isChanged} text={t("jobLife.workUnsaved")} />
    </form>
  );
}
